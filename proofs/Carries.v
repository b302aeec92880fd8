(** Whether a layout adds up over pieces, decided by the places where sums carry: docs/rules/composition.md;
    algebra/src/operation/composition/exact.rs. *)

From Tilework Require Export Composition Complement.

(** * The function of a layout by floors *)

(** The boundaries [(P_r, E_r)] where a mode ends and the next one continues. At each multiple of [P_r], the function
    gains the bend [E_r]. The last mode continues without end. *)
Fixpoint boundaries (p : Z) (l : list mode) : list (Z * Z) :=
  match l with
  | [] => []
  | (s, d) :: l' =>
      match l' with
      | [] => []
      | (_, e) :: _ => (p * s, e - s * d) :: boundaries (p * s) l'
      end
  end.

(** The sum of [E_r floor(y_r / P_r)]. *)
Definition carried (bs : list (Z * Z)) (y : Z -> Z) : Z :=
  fold_right (fun b sum => snd b * (y (fst b) / fst b) + sum) 0 bs.

Lemma carried_cons p e bs y : carried ((p, e) :: bs) y = e * (y p / p) + carried bs y.
Proof. reflexivity. Qed.

Lemma carried_ext bs y z : Forall (fun b => y (fst b) / fst b = z (fst b) / fst b) bs -> carried bs y = carried bs z.
Proof. induction 1 as [| [p e] bs H _ IH]; [reflexivity|]. simpl in H. now rewrite !carried_cons, H, IH. Qed.

Definition first_stride (l : list mode) : Z := match l with [] => 0 | (_, d) :: _ => d end.

Definition whole (bs : list (Z * Z)) : Prop := Forall (fun b => 1 <= fst b) bs.

Lemma boundaries_whole l p : 1 <= p -> positive l -> whole (boundaries p l).
Proof.
  intros Hp P. revert p Hp. induction P as [| [s d] l Hs P IH]; intros p Hp; simpl; [constructor|].
  simpl in Hs. destruct l as [| [t e] l]; [constructor|]. constructor; [simpl; nia | apply IH; nia].
Qed.

(** Each one divides those after it. *)
Lemma boundaries_divide l p : 1 <= p -> positive l ->
  forall b, In b (boundaries p l) -> (p | fst b).
Proof.
  intros Hp P. revert p Hp. induction P as [| [s d] l Hs P IH]; intros p Hp b; simpl; [easy|].
  simpl in Hs. destruct l as [| [t e] l]; [easy|]. intros [<- | H].
  - simpl. exists s. ring.
  - apply IH in H; [|nia]. eapply Z.divide_trans; [|exact H]. exists s. ring.
Qed.

Definition chained (bs : list (Z * Z)) : Prop :=
  forall b c, In b bs -> In c bs -> (fst b | fst c) \/ (fst c | fst b).

Lemma boundaries_chained l p : 1 <= p -> positive l -> chained (boundaries p l).
Proof.
  intros Hp P. revert p Hp. induction P as [| [s d] l Hs P IH]; intros p Hp b c; simpl; [easy|].
  simpl in Hs. destruct l as [| [t e] l]; [easy|]. intros [<- | Hb] [<- | Hc].
  - left. apply Z.divide_refl.
  - left. apply boundaries_divide in Hc; [exact Hc | nia | exact P].
  - right. apply boundaries_divide in Hb; [exact Hb | nia | exact P].
  - apply (IH (p * s)); [nia | exact Hb | exact Hc].
Qed.

Lemma offset_ext_floors l p x : 1 <= p -> positive l ->
  offset_ext l (x / p) = first_stride l * (x / p) + carried (boundaries p l) (fun _ => x).
Proof.
  intros Hp P. revert p Hp. induction P as [| [s d] l Hs P IH]; intros p Hp; [simpl; ring|].
  simpl in Hs. destruct l as [| [t e] l].
  - simpl. ring.
  - rewrite offset_ext_cons by discriminate. rewrite Z.div_div by lia.
    rewrite IH by nia. cbn [first_stride].
    change (boundaries p ((s, d) :: (t, e) :: l)) with ((p * s, e - s * d) :: boundaries (p * s) ((t, e) :: l)).
    rewrite carried_cons. rewrite (Z.mod_eq (x / p) s) by lia. rewrite Z.div_div by lia. ring.
Qed.

(** [A(x) = D_0 x + sum_r E_r floor(x / P_r)] *)
Lemma offset_ext_bends l x : positive l ->
  offset_ext l x = first_stride l * x + carried (boundaries 1 l) (fun _ => x).
Proof.
  intros P. pose proof (offset_ext_floors l 1 x ltac:(lia) P) as E. now rewrite Z.div_1_r in E.
Qed.

(** The sum of [c_j (e_j mod p)]. *)
Definition residues (c : list Z) (pieces : list mode) (p : Z) : Z :=
  inner_product c (map (fun m => snd m mod p) pieces).

Lemma residues_cons c cs s d pieces p :
  residues (c :: cs) ((s, d) :: pieces) p = c * (d mod p) + residues cs pieces p.
Proof. reflexivity. Qed.

Lemma floor_of_sum c pieces p : 1 <= p ->
  inner_product c (map snd pieces) / p =
  inner_product c (map (fun m => snd m / p) pieces) + residues c pieces p / p.
Proof.
  intros Hp.
  assert (E : inner_product c (map snd pieces) =
              residues c pieces p + inner_product c (map (fun m => snd m / p) pieces) * p).
  { revert c. induction pieces as [| [s d] pieces IH]; intros [| c cs]; try reflexivity.
    rewrite residues_cons. cbn [map inner_product snd]. rewrite IH.
    pose proof (Z.div_mod d p ltac:(lia)). nia. }
  rewrite E, Z_div_plus_full by lia. ring.
Qed.

(** [A(sum c_j e_j) - sum c_j A(e_j)] is [G(c)]. *)
Lemma excess_floors l pieces c : positive l ->
  offset_ext l (inner_product c (map snd pieces)) -
    inner_product c (map (fun m => offset_ext l (snd m)) pieces) =
  carried (boundaries 1 l) (residues c pieces).
Proof.
  intros P. rewrite offset_ext_bends by exact P.
  assert (E : inner_product c (map (fun m => offset_ext l (snd m)) pieces) =
              first_stride l * inner_product c (map snd pieces) +
              inner_product c (map (fun m => carried (boundaries 1 l) (fun _ => snd m)) pieces)).
  { revert c. induction pieces as [| [s d] pieces IH]; intros [| c cs]; simpl; try ring.
    rewrite IH, (offset_ext_bends l d) by exact P. ring. }
  rewrite E.
  assert (F : forall bs, whole bs ->
    carried bs (fun _ => inner_product c (map snd pieces)) =
    inner_product c (map (fun m => carried bs (fun _ => snd m)) pieces) + carried bs (residues c pieces)).
  { clear. induction 1 as [| [p e] bs Hp _ IH].
    - simpl. rewrite Z.add_0_r. revert c. induction pieces as [| m pieces IH]; intros [| c cs]; simpl; try reflexivity.
      rewrite <- IH. ring.
    - simpl in Hp. rewrite !carried_cons, IH, floor_of_sum by exact Hp.
      assert (K : inner_product c (map (fun m => carried ((p, e) :: bs) (fun _ => snd m)) pieces) =
                  e * inner_product c (map (fun m => snd m / p) pieces) +
                  inner_product c (map (fun m => carried bs (fun _ => snd m)) pieces)).
      { clear. revert c. induction pieces as [| m pieces IH]; intros [| c cs]; simpl; try ring.
        rewrite IH. cbn. ring. }
      rewrite K. ring. }
  rewrite (F _ (boundaries_whole l 1 ltac:(lia) P)). ring.
Qed.

(** * The boundaries that are carried over *)

(** The total of the residues at the largest coordinate. *)
Definition reach (pieces : list mode) (p : Z) : Z :=
  fold_right (fun m sum => (fst m - 1) * (snd m mod p) + sum) 0 pieces.

(** The residues are the same relative to [p] and to [q]. *)
Definition together (pieces : list mode) (p q : Z) : bool :=
  forallb (fun m => (snd m mod p) * q =? (snd m mod q) * p) pieces.

Fixpoint add_bend (pieces : list mode) (b : Z * Z) (out : list (Z * Z)) : list (Z * Z) :=
  match out with
  | [] => [b]
  | (q, e) :: out =>
      if together pieces q (fst b) then (q, e + snd b) :: out else (q, e) :: add_bend pieces b out
  end.

(** Boundaries that are never carried over are left out. Those that always carry together become one, which is left
    out if their bends sum to 0. *)
Definition carrying (bs : list (Z * Z)) (pieces : list mode) : list (Z * Z) :=
  filter (fun b => negb (snd b =? 0))
    (fold_right (fun b out => if reach pieces (fst b) <? fst b then out else add_bend pieces b out) [] bs).

Lemma residues_reach c pieces p : 1 <= p -> inside (map fst pieces) c -> 0 <= residues c pieces p <= reach pieces p.
Proof.
  intros Hp. revert c. induction pieces as [| [s d] pieces IH]; intros c H; inversion H; subst; simpl.
  - unfold residues. simpl. lia.
  - rewrite residues_cons. specialize (IH _ ltac:(eassumption)).
    pose proof (Z.mod_pos_bound d p ltac:(lia)) as M. set (o := d mod p) in *. clearbody o.
    assert (0 <= y * o) by (apply Z.mul_nonneg_nonneg; lia).
    assert (y * o <= (s - 1) * o) by (apply Z.mul_le_mono_nonneg_r; lia). lia.
Qed.

Lemma together_floors c pieces p q : 1 <= p -> 1 <= q -> together pieces p q = true ->
  residues c pieces p / p = residues c pieces q / q.
Proof.
  intros Hp Hq T.
  assert (E : residues c pieces p * q = residues c pieces q * p).
  { revert c. induction pieces as [| [s d] pieces IH]; intros [| c cs]; try reflexivity.
    simpl in T. apply andb_true_iff in T as [T1 T2]. apply Z.eqb_eq in T1.
    rewrite !residues_cons, !Z.mul_add_distr_r, (IH T2 cs), <- !Z.mul_assoc, T1. reflexivity. }
  rewrite <- (Z.div_mul_cancel_r _ p q), <- (Z.div_mul_cancel_r _ q p), E by lia.
  now rewrite (Z.mul_comm p q).
Qed.

Lemma add_bend_carried c pieces b out : 1 <= fst b -> whole out ->
  carried (add_bend pieces b out) (residues c pieces) =
  snd b * (residues c pieces (fst b) / fst b) + carried out (residues c pieces).
Proof.
  intros Hb. destruct b as [p f]. simpl in *. induction 1 as [| [q e] out Hq _ IH]; [reflexivity|].
  simpl in Hq. simpl add_bend. destruct (together pieces q p) eqn:T.
  - rewrite !carried_cons, (together_floors c pieces q p) by assumption. ring.
  - rewrite !carried_cons, IH. ring.
Qed.

Lemma add_bend_in pieces b out c : In c (add_bend pieces b out) ->
  fst c = fst b \/ exists c', In c' out /\ fst c' = fst c.
Proof.
  induction out as [| [q e] out IH]; simpl.
  - intros [<- |]; [now left | easy].
  - destruct (together pieces q (fst b)); simpl.
    + intros [<- | H]; right; [exists (q, e); auto | exists c; auto].
    + intros [<- | H]; [right; exists (q, e); auto|].
      destruct (IH H) as [E | (c' & H1 & H2)]; [now left | right; exists c'; auto].
Qed.

Lemma carrying_in bs pieces c : In c (carrying bs pieces) -> exists b, In b bs /\ fst b = fst c.
Proof.
  unfold carrying. intros H. apply filter_In in H as [H _]. revert c H.
  induction bs as [| b bs IH]; simpl; [easy|]. intros c.
  destruct (_ <? _).
  - intros H. destruct (IH c H) as (b' & H1 & H2). exists b'. auto.
  - intros H. apply add_bend_in in H as [-> | (c' & H1 & H2)]; [exists b; auto|].
    destruct (IH c' H1) as (b' & H3 & H4). exists b'. split; [auto | congruence].
Qed.

Lemma carrying_whole bs pieces : whole bs -> whole (carrying bs pieces).
Proof.
  intros W. apply Forall_forall. intros c Hc. destruct (carrying_in _ _ _ Hc) as (b & Hb & E).
  unfold whole in W. rewrite Forall_forall in W. rewrite <- E. now apply W.
Qed.

Lemma carrying_chained bs pieces : chained bs -> chained (carrying bs pieces).
Proof.
  intros C b c Hb Hc. destruct (carrying_in _ _ _ Hb) as (b' & Hb' & <-), (carrying_in _ _ _ Hc) as (c' & Hc' & <-).
  now apply C.
Qed.

Lemma carrying_carried bs pieces c : whole bs -> inside (map fst pieces) c ->
  carried (carrying bs pieces) (residues c pieces) = carried bs (residues c pieces).
Proof.
  intros W I. unfold carrying.
  assert (F : forall out y, carried (filter (fun b => negb (snd b =? 0)) out) y = carried out y).
  { clear. induction out as [| [p e] out IH]; intros y; [reflexivity|]. simpl.
    destruct (Z.eqb_spec e 0) as [-> |]; simpl; rewrite IH; cbn; ring. }
  rewrite F. clear F.
  induction W as [| [p e] bs Hp W IH]; [reflexivity|].
  simpl in Hp. cbn [fold_right fst]. set (out := fold_right _ [] bs) in *.
  destruct (Z.ltb_spec (reach pieces p) p).
  - rewrite carried_cons, IH. pose proof (residues_reach c pieces p Hp I).
    rewrite Z.div_small by lia. ring.
  - rewrite add_bend_carried, IH; [reflexivity | exact Hp |].
    apply Forall_forall. intros b Hb.
    assert (G : exists b', In b' bs /\ fst b' = fst b).
    { clear - Hb. revert b Hb. subst out. induction bs as [| [q f] bs IH]; simpl; [easy|]. intros b.
      destruct (_ <? _).
      - intros H. destruct (IH b H) as (b' & H1 & H2). exists b'. auto.
      - intros H. apply add_bend_in in H as [-> | (c' & H1 & H2)]; [exists (q, f); auto|].
        destruct (IH c' H1) as (b' & H3 & H4). exists b'. split; [auto | congruence]. }
    destruct G as (b' & G1 & <-). unfold whole in W. rewrite Forall_forall in W. now apply W.
Qed.

(** * The first place where carries do not cancel *)

(** [n] steps, or fewer if one of them has a result. *)
Fixpoint repeat {S R : Type} (step : S -> S + R) (n : BinNums.positive) (s : S) : S + R :=
  match n with
  | xH => step s
  | xO n => match repeat step n s with inl s => repeat step n s | r => r end
  | xI n =>
      match step s with
      | inl s => match repeat step n s with inl s => repeat step n s | r => r end
      | r => r
      end
  end.

Lemma repeat_right {S R : Type} (step : S -> S + R) (holds : Z -> S -> Prop) (result : R -> Prop) :
  (forall k s, holds k s ->
     match step s with inl s' => exists k', k + 1 <= k' /\ holds k' s' | inr r => result r end) ->
  forall n k s, holds k s ->
    match repeat step n s with inl s' => exists k', k + Z.pos n <= k' /\ holds k' s' | inr r => result r end.
Proof.
  intros H. induction n as [n IH | n IH |]; intros k s Hs; simpl.
  - specialize (H k s Hs). destruct (step s) as [s1 | r]; [|exact H]. destruct H as (k1 & K1 & H1).
    specialize (IH k1 s1 H1) as I1. destruct (repeat step n s1) as [s2 | r]; [|exact I1].
    destruct I1 as (k2 & K2 & H2). specialize (IH k2 s2 H2) as I2.
    destruct (repeat step n s2) as [s3 | r]; [|exact I2]. destruct I2 as (k3 & K3 & H3).
    exists k3. split; [lia | exact H3].
  - specialize (IH k s Hs) as I1. destruct (repeat step n s) as [s2 | r]; [|exact I1].
    destruct I1 as (k2 & K2 & H2). specialize (IH k2 s2 H2) as I2.
    destruct (repeat step n s2) as [s3 | r]; [|exact I2]. destruct I2 as (k3 & K3 & H3).
    exists k3. split; [lia | exact H3].
  - exact (H k s Hs).
Qed.

(** A boundary with its bend, and the total of the residues at its next carry. *)
Notation carry := (Z * Z * Z)%type.

Section Bends.
  Variables (start s d : Z).

  (** The [i] of the next carry, rounded up. *)
  Definition next (k : carry) : Z :=
    let '(p, _, to) := k in
    let step := d mod p in
    if step =? 0 then s else (to - start mod p + step - 1) / step.

  Definition pass (i : Z) (k : carry) : carry :=
    let '(p, e, to) := k in if next k =? i then (p, e, to + p) else k.

  Definition bend_at (i : Z) (ks : list carry) : Z :=
    fold_right (fun k sum => (if next k =? i then snd (fst k) else 0) + sum) 0 ks.

  Definition to_next (ks : list carry) : list carry + option Z :=
    let i := fold_right (fun k least => Z.min (next k) least) s ks in
    if s <=? i then inr None
    else if bend_at i ks =? 0 then inl (map (pass i) ks) else inr (Some i).
End Bends.

(** The least [i] in [1..s] at which the carries from [start + (i - 1) d] to [start + i d], apart from those of [d]
    alone, do not cancel. *)
Definition first_bend (bs : list (Z * Z)) (start : Z) (m : mode) : option Z :=
  let '(s, d) := m in
  match repeat (to_next start s d) (Z.to_pos s) (map (fun b => (b, fst b)) bs) with
  | inr r => r
  | inl _ => None
  end.

(** The sum of the carries up to [i]. *)
Definition along (bs : list (Z * Z)) (start d i : Z) : Z :=
  carried bs (fun p => start mod p + i * (d mod p)).

Lemma next_carry p a f i to : 1 <= p -> 1 <= f < p -> to = p * ((a + i * f) / p + 1) ->
  let n := (to - a + f - 1) / f in
  i < n /\ (forall j, i <= j < n -> (a + j * f) / p = (a + i * f) / p) /\ (a + n * f) / p = (a + i * f) / p + 1.
Proof.
  intros Hp Hf E n.
  pose proof (Z.div_mod (a + i * f) p ltac:(lia)) as D. pose proof (Z.mod_pos_bound (a + i * f) p ltac:(lia)) as M.
  set (q := (a + i * f) / p) in *. set (o := (a + i * f) mod p) in *. clearbody q o.
  pose proof (Z.div_mod (to - a + f - 1) f ltac:(lia)) as D'.
  pose proof (Z.mod_pos_bound (to - a + f - 1) f ltac:(lia)) as M'.
  fold n in D'. set (o' := (to - a + f - 1) mod f) in *. clearbody o' n.
  assert (L : to <= a + n * f < to + f) by lia.
  split; [nia|]. split.
  - intros j Hj. symmetry. apply (Z.div_unique_pos _ _ _ (a + j * f - p * q)); [|lia].
    assert (i * f <= j * f) by (apply Z.mul_le_mono_nonneg_r; lia).
    assert (j * f <= (n - 1) * f) by (apply Z.mul_le_mono_nonneg_r; lia). lia.
  - symmetry. apply (Z.div_unique_pos _ _ _ (a + n * f - p * (q + 1))); lia.
Qed.

(** The state after [i]: each boundary waits for its next carry, and all carries so far have canceled. *)
Definition waits (start d i : Z) (b : Z * Z) (k : carry) : Prop :=
  1 <= fst b /\ fst k = b /\ snd k = fst b * ((start mod fst b + i * (d mod fst b)) / fst b + 1).

Definition followed (bs : list (Z * Z)) (start s d i : Z) (ks : list carry) : Prop :=
  0 <= i < s /\ (forall j, 0 <= j <= i -> along bs start d j = 0) /\ Forall2 (waits start d i) bs ks.

Lemma waits_next start s d i b k : i < s -> waits start d i b k ->
  let n := next start s d k in
  let floor j := (start mod fst b + j * (d mod fst b)) / fst b in
  i < n /\ (forall j, i <= j < n -> floor j = floor i) /\ (n < s -> floor n = floor i + 1).
Proof.
  intros Hi. destruct b as [p e], k as [b to]. unfold waits. cbn [fst snd]. intros (Hp & -> & E). unfold next.
  pose proof (Z.mod_pos_bound d p ltac:(lia)) as M. destruct (Z.eqb_spec (d mod p) 0) as [F | F].
  - split; [exact Hi|]. rewrite F. split; [intros j _; now rewrite !Z.mul_0_r | lia].
  - destruct (next_carry p (start mod p) (d mod p) i to Hp ltac:(lia) E) as (N1 & N2 & N3).
    split; [exact N1|]. split; [exact N2 | intros _; exact N3].
Qed.

Lemma along_same bs start s d i n ks : i < s -> Forall2 (waits start d i) bs ks ->
  Forall (fun k => n <= next start s d k) ks ->
  forall j, i <= j < n -> along bs start d j = along bs start d i.
Proof.
  intros Hi F G j Hj. apply carried_ext. revert G. induction F as [| b k bs ks H _ IH]; intros G; [constructor|].
  pose proof (Forall_inv G) as Gk. apply Forall_inv_tail in G. simpl in Gk.
  constructor; [|now apply IH]. destruct (waits_next start s d i b k Hi H) as (_ & N & _).
  apply N. lia.
Qed.

Lemma along_next bs start s d i n ks : i < n < s -> Forall2 (waits start d i) bs ks ->
  Forall (fun k => n <= next start s d k) ks ->
  along bs start d n = along bs start d i + bend_at start s d n ks /\
  Forall2 (waits start d n) bs (map (pass start s d n) ks).
Proof.
  intros Hi F G. revert G. induction F as [| b k bs ks H _ IH]; intros G; [split; [reflexivity | constructor]|].
  pose proof (Forall_inv G) as Gk. apply Forall_inv_tail in G. cbv beta in Gk.
  destruct (IH G) as [IH1 IH2]. destruct (waits_next start s d i b k ltac:(lia) H) as (N1 & N2 & N3).
  destruct b as [p e]. unfold along in *. rewrite !carried_cons, IH1. cbn [fst] in *.
  cbn [map bend_at fold_right]. fold (bend_at start s d n ks).
  destruct H as (Hp & E1 & E2). destruct k as [b to]. cbn [fst snd] in *. subst b.
  unfold pass. fold (pass start s d n).
  destruct (Z.eqb_spec (next start s d (p, e, to)) n) as [E | E].
  - split.
    + rewrite <- E, N3 by lia. cbn [snd]. ring.
    + constructor; [|exact IH2]. split; [exact Hp|]. split; [reflexivity|].
      cbn [fst snd]. rewrite <- E, N3 by lia. rewrite E2. ring.
  - split.
    + rewrite (N2 n) by lia. ring.
    + constructor; [|exact IH2]. split; [exact Hp|]. split; [reflexivity|].
      cbn [fst snd]. rewrite (N2 n) by lia. exact E2.
Qed.

Lemma first_bend_spec bs start s d : whole bs -> 1 <= s ->
  match first_bend bs start (s, d) with
  | Some i => 1 <= i < s /\ along bs start d i <> 0 /\ forall j, 0 <= j < i -> along bs start d j = 0
  | None => forall j, 0 <= j < s -> along bs start d j = 0
  end.
Proof.
  intros W Hs. unfold first_bend.
  pose (result := fun r => match r with
  | Some i => 1 <= i < s /\ along bs start d i <> 0 /\ forall j, 0 <= j < i -> along bs start d j = 0
  | None => forall j, 0 <= j < s -> along bs start d j = 0
  end).
  assert (Step : forall i ks, followed bs start s d i ks ->
    match to_next start s d ks with
    | inl ks' => exists i', i + 1 <= i' /\ followed bs start s d i' ks'
    | inr r => result r
    end).
  { intros i ks (Hi & Z0 & F). unfold to_next. set (n := fold_right _ s ks).
    assert (G : i < n <= s /\ Forall (fun k => n <= next start s d k) ks).
    { assert (L : Forall (fun k => i < next start s d k) ks).
      { clear n Z0 W. induction F as [| b k bs ks H _ IH]; [constructor|].
        constructor; [|exact IH]. now destruct (waits_next start s d i b k ltac:(lia) H). }
      subst n. clear F. induction L as [| k ks L _ [IH1 IH2]]; simpl; [split; [lia | constructor]|].
      split; [lia|]. constructor; [lia|]. eapply Forall_impl; [|exact IH2]. simpl. intros; lia. }
    destruct G as [Gs Gk]. clearbody n.
    assert (Before : forall j, 0 <= j < n -> along bs start d j = 0).
    { intros j Hj. destruct (Z_le_gt_dec j i); [apply Z0; lia|].
      rewrite (along_same bs start s d i n ks) by (assumption || lia). apply Z0. lia. }
    destruct (Z.leb_spec s n) as [L | L].
    - intros j Hj. apply Before. lia.
    - destruct (along_next bs start s d i n ks ltac:(lia) F Gk) as [N1 N2].
      rewrite (Z0 i) in N1 by lia. destruct (Z.eqb_spec (bend_at start s d n ks) 0) as [E | E].
      + exists n. split; [lia|]. split; [lia|]. split; [|exact N2].
        intros j Hj. destruct (Z.eq_dec j n) as [-> |]; [lia | apply Before; lia].
      + split; [lia|]. split; [lia | exact Before]. }
  assert (Begin : followed bs start s d 0 (map (fun b => (b, fst b)) bs)).
  { assert (F0 : forall p, 1 <= p -> (start mod p + 0 * (d mod p)) / p = 0).
    { intros p Hp. rewrite Z.mul_0_l, Z.add_0_r. apply Z.div_small, Z.mod_pos_bound. lia. }
    split; [lia|]. split.
    - intros j Hj. replace j with 0 by lia. unfold along. clear Step. induction W as [| [p e] bs Hp _ IH]; [reflexivity|].
      rewrite carried_cons, IH, F0 by exact Hp. ring.
    - clear Step. induction W as [| [p e] bs Hp _ IH]; simpl; constructor; [|exact IH].
      split; [exact Hp|]. split; [reflexivity|]. cbn [fst snd] in *. rewrite F0 by exact Hp. ring. }
  pose proof (repeat_right (to_next start s d) (followed bs start s d) result Step (Z.to_pos s) 0
    (map (fun b => (b, fst b)) bs) Begin) as H.
  destruct (repeat _ _ _) as [ks | r]; [exfalso | exact H].
  destruct H as (k & K & (Hk & _)). lia.
Qed.
