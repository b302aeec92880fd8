(** Whether a layout adds up over all coordinates of pieces. Carries are followed piece by piece
    (docs/rules/composition.md, "Whether they are right", steps 1 to 5; algebra/src/operation/composition/exact.rs). *)

From Tilework Require Export Carries.

(** The piece modulo [q], as long as its residues are new, and one step more. *)
Definition one_period (q : Z) (m : mode) : mode :=
  let d := snd m mod q in (Z.min (fst m) (q / Z.gcd q d + 1), d).

(** The residues of the sums and the values of the piece. *)
Definition sums_with (q : Z) (sums : list Z) (m : mode) : list Z :=
  nodup Z.eq_dec (flat_map (fun x => map (fun i => (x + i * snd m) mod q) (range (fst m))) sums).

(** The sums of the last piece are not kept. *)
Fixpoint follow (bs : list (Z * Z)) (q : Z) (sums : list Z) (pieces : list mode) : bool :=
  match pieces with
  | [] => true
  | m :: rest =>
      if forallb (fun x => match first_bend bs x m with None => true | Some _ => false end) sums then
        match rest with
        | [] => true
        | _ => follow bs q (sums_with q sums m) rest
        end
      else false
  end.

Definition adds_up (l pieces : list mode) : bool :=
  let bs := carrying (boundaries 1 l) pieces in
  match bs with
  | [] => true
  | _ =>
      let largest := map (fun m => fst m - 1) pieces in
      if offset_ext l (inner_product largest (map snd pieces)) =?
         inner_product largest (map (fun m => offset_ext l (snd m)) pieces)
      then
        let q := fold_right (fun b widest => Z.max (fst b) widest) 1 bs in
        let moving := filter (fun m => negb (snd m =? 0)) (map (one_period q) pieces) in
        follow bs q [0] (sort_by fst moving)
      else false
  end.

(** From [x] on, nothing is carried at any coordinate of the pieces. *)
Definition vanishes (bs : list (Z * Z)) (x : Z) (pieces : list mode) : Prop :=
  forall c, inside (map fst pieces) c -> carried bs (fun p => x mod p + residues c pieces p) = 0.

Lemma inside_0 pieces : positive pieces -> inside (map fst pieces) (map (fun _ => 0) pieces).
Proof. induction 1; simpl; constructor; [lia | assumption]. Qed.

Lemma residues_0 pieces p : residues (map (fun _ => 0) pieces) pieces p = 0.
Proof. unfold residues. induction pieces as [| m pieces IH]; simpl; [reflexivity | now rewrite IH]. Qed.

Lemma vanishes_nil bs x : whole bs -> vanishes bs x [].
Proof.
  intros W c H. inversion H; subst. induction W as [| [p e] bs Hp _ IH]; [reflexivity|]. simpl in Hp.
  rewrite carried_cons, IH. unfold residues. cbn [map inner_product].
  pose proof (Z.mod_pos_bound x p ltac:(lia)). rewrite Z.div_small by lia. ring.
Qed.

Lemma vanishes_cons bs x s d pieces : whole bs -> positive pieces ->
  vanishes bs x ((s, d) :: pieces) <->
  (forall i, 0 <= i < s -> along bs x d i = 0) /\ (forall i, 0 <= i < s -> vanishes bs (x + i * d) pieces).
Proof.
  intros W P.
  assert (E : forall i c, carried bs (fun p => x mod p + residues (i :: c) ((s, d) :: pieces) p) =
            along bs x d i + carried bs (fun p => (x + i * d) mod p + residues c pieces p)).
  { intros i c. unfold along. induction W as [| [p e] bs Hp _ IH]; [reflexivity|]. simpl in Hp.
    rewrite !carried_cons, IH, residues_cons.
    assert (F : (x mod p + (i * (d mod p) + residues c pieces p)) / p =
                (x mod p + i * (d mod p)) / p + ((x + i * d) mod p + residues c pieces p) / p).
    { replace ((x + i * d) mod p) with ((x mod p + i * (d mod p)) mod p).
      - set (y := x mod p + i * (d mod p)). rewrite (Z.mod_eq y p) by lia.
        replace (x mod p + (i * (d mod p) + residues c pieces p))
          with (y - p * (y / p) + residues c pieces p + y / p * p) by (unfold y; ring).
        rewrite Z_div_plus_full by lia. ring.
      - rewrite Zplus_mod_idemp_l, <- Zplus_mod_idemp_r, Zmult_mod_idemp_r, Zplus_mod_idemp_r. reflexivity. }
    rewrite F. ring. }
  split.
  - intros V.
    assert (A : forall i, 0 <= i < s -> along bs x d i = 0).
    { intros i Hi. specialize (V (i :: map (fun _ => 0) pieces)).
      assert (I : inside (map fst ((s, d) :: pieces)) (i :: map (fun _ => 0) pieces))
        by (constructor; [exact Hi | now apply inside_0]).
      apply V in I. rewrite E in I.
      pose proof (vanishes_nil bs (x + i * d) W [] ltac:(constructor)) as Z0.
      erewrite carried_ext in I; [rewrite Z0 in I; lia|].
      apply Forall_forall. intros b _. now rewrite residues_0. }
    split; [exact A|]. intros i Hi c Hc. specialize (V (i :: c) ltac:(constructor; assumption)).
    rewrite E, A in V by exact Hi. exact V.
  - intros [A B] c Hc. inversion Hc as [| ? i ? c' Hi Hc']; subst. rewrite E, A, B by assumption. reflexivity.
Qed.

Lemma first_bend_none bs x s d : whole bs -> 1 <= s ->
  match first_bend bs x (s, d) with None => true | Some _ => false end = true <->
  forall i, 0 <= i < s -> along bs x d i = 0.
Proof.
  intros W Hs. pose proof (first_bend_spec bs x s d W Hs) as F. destruct (first_bend bs x (s, d)) as [i |].
  - split; [discriminate|]. intros H. destruct F as (F1 & F2 & _). exfalso. apply F2, H. lia.
  - split; auto.
Qed.

(** Only the residue of [x] matters. *)
Definition within (bs : list (Z * Z)) (q : Z) : Prop := Forall (fun b => (fst b | q)) bs.

Lemma mod_of_mod x p q : 1 <= p -> 1 <= q -> (p | q) -> (x mod q) mod p = x mod p.
Proof.
  intros Hp Hq (k & ->). rewrite (Z.mod_eq x (k * p)) by lia.
  replace (x - k * p * (x / (k * p))) with (x + - (k * (x / (k * p))) * p) by ring.
  apply Z_mod_plus_full.
Qed.

Lemma along_congruent bs q x y d e i : whole bs -> 1 <= q -> within bs q ->
  x mod q = y mod q -> d mod q = e mod q -> along bs x d i = along bs y e i.
Proof.
  intros W Hq In X D. apply carried_ext.
  induction W as [| b bs Hp _ IH]; inversion In; subst; constructor; [|now apply IH].
  rewrite <- (mod_of_mod x (fst b) q), <- (mod_of_mod d (fst b) q), X, D by assumption.
  now rewrite !mod_of_mod by assumption.
Qed.

Lemma vanishes_congruent bs q x y pieces : whole bs -> 1 <= q -> within bs q -> x mod q = y mod q ->
  vanishes bs x pieces -> vanishes bs y pieces.
Proof.
  intros W Hq In E V c Hc. rewrite <- (V c Hc). apply carried_ext.
  clear V. induction W as [| b bs Hp _ IH]; inversion In; subst; constructor; [|now apply IH].
  rewrite <- (mod_of_mod x (fst b) q), <- (mod_of_mod y (fst b) q), E by assumption. reflexivity.
Qed.

Lemma sums_with_in q sums m y : In y (sums_with q sums m) <->
  exists x i, In x sums /\ 0 <= i < fst m /\ y = (x + i * snd m) mod q.
Proof.
  unfold sums_with. rewrite nodup_In, in_flat_map. split.
  - intros (x & Hx & H). apply in_map_iff in H as (i & <- & Hi). apply in_range in Hi. now exists x, i.
  - intros (x & i & Hx & Hi & ->). exists x. split; [exact Hx|]. apply in_map_iff. exists i.
    split; [reflexivity | now apply in_range].
Qed.

Lemma follow_right bs q sums pieces : whole bs -> 1 <= q -> within bs q -> positive pieces ->
  follow bs q sums pieces = true <-> forall x, In x sums -> vanishes bs x pieces.
Proof.
  intros W Hq Iq P. revert sums. induction P as [| [s d] pieces Hs P IH]; intros sums.
  - split; [intros _ x _; now apply vanishes_nil | reflexivity].
  - simpl in Hs.
    assert (F : forallb (fun x => match first_bend bs x (s, d) with None => true | Some _ => false end) sums = true <->
      forall x, In x sums -> forall i, 0 <= i < s -> along bs x d i = 0).
    { rewrite forallb_forall. split; intros H x Hx; apply (first_bend_none bs x s d W Hs), H; exact Hx. }
    assert (G : follow bs q (sums_with q sums (s, d)) pieces = true <->
      forall x, In x sums -> forall i, 0 <= i < s -> vanishes bs (x + i * d) pieces).
    { rewrite IH. split.
      - intros H x Hx i Hi. apply (vanishes_congruent bs q ((x + i * d) mod q)); try assumption.
        + apply Zmod_mod.
        + apply H, sums_with_in. now exists x, i.
      - intros H y Hy. apply sums_with_in in Hy as (x & i & Hx & Hi & ->).
        apply (vanishes_congruent bs q (x + i * d)); try assumption.
        + symmetry. apply Zmod_mod.
        + now apply H. }
    assert (E : follow bs q sums ((s, d) :: pieces) =
      forallb (fun x => match first_bend bs x (s, d) with None => true | Some _ => false end) sums &&
      follow bs q (sums_with q sums (s, d)) pieces).
    { cbn [follow]. destruct (forallb _ _); [|reflexivity]. now destruct pieces. }
    rewrite E, andb_true_iff, F, G. split.
    + intros [H1 H2] x Hx. apply vanishes_cons; auto.
    + intros H. split; intros x Hx; apply (vanishes_cons bs x s d pieces W P); now apply H.
Qed.

(** * One period is enough *)

Lemma along_step bs x d i : whole bs ->
  along bs x d (i + 1) = along bs x d i + along bs (x + i * d) d 1.
Proof.
  intros W. unfold along. induction W as [| [p e] bs Hp _ IH]; [reflexivity|]. simpl in Hp.
  rewrite !carried_cons, IH.
  assert (F : (x mod p + (i + 1) * (d mod p)) / p =
              (x mod p + i * (d mod p)) / p + ((x + i * d) mod p + 1 * (d mod p)) / p).
  { replace ((x + i * d) mod p) with ((x mod p + i * (d mod p)) mod p).
    - set (y := x mod p + i * (d mod p)). rewrite (Z.mod_eq y p) by lia.
      replace (x mod p + (i + 1) * (d mod p)) with (y - p * (y / p) + 1 * (d mod p) + y / p * p) by (unfold y; ring).
      rewrite Z_div_plus_full by lia. ring.
    - rewrite Zplus_mod_idemp_l, <- Zplus_mod_idemp_r, Zmult_mod_idemp_r, Zplus_mod_idemp_r. reflexivity. }
  rewrite F. ring.
Qed.

Lemma along_0 bs x d : whole bs -> along bs x d 0 = 0.
Proof.
  intros W. etransitivity; [|exact (vanishes_nil bs x W [] ltac:(constructor))]. apply carried_ext.
  apply Forall_forall. intros b _. unfold residues. cbn [map inner_product].
  now rewrite Z.mul_0_l.
Qed.

Lemma period q d i : 1 <= q -> let t := q / Z.gcd q d in 1 <= t /\ ((i mod t) * d) mod q = (i * d) mod q.
Proof.
  intros Hq t.
  assert (G : 1 <= Z.gcd q d).
  { pose proof (Z.gcd_nonneg q d). destruct (Z.eq_dec (Z.gcd q d) 0) as [E |]; [|lia].
    apply Z.gcd_eq_0_l in E. lia. }
  destruct (Z.gcd_divide_l q d) as (a & A), (Z.gcd_divide_r q d) as (b & B).
  set (g := Z.gcd q d) in *. clearbody g.
  assert (T : t = a) by (unfold t; rewrite A; apply Z_div_mult; lia).
  assert (1 <= a) by nia. rewrite T. split; [lia|].
  rewrite (Z.mod_eq i a) by lia.
  assert (X : a * d = b * q) by (rewrite A, B; ring).
  replace ((i - a * (i / a)) * d) with (i * d - i / a * (a * d)) by ring. rewrite X.
  replace (i * d - i / a * (b * q)) with (i * d + - (i / a * b) * q) by ring.
  apply Z_mod_plus_full.
Qed.

Lemma along_period bs q x s d : whole bs -> 1 <= q -> within bs q ->
  let m := one_period q (s, d) in
  (forall i, 0 <= i < fst m -> along bs x (snd m) i = 0) <-> (forall i, 0 <= i < s -> along bs x d i = 0).
Proof.
  intros W Hq In. unfold one_period. cbn [fst snd]. set (e := d mod q).
  assert (E : e mod q = d mod q) by apply Zmod_mod.
  destruct (period q e 0 Hq) as [Ht _]. set (t := q / Z.gcd q e) in *.
  split; intros H i Hi.
  - rewrite (along_congruent bs q x x d e) by (assumption || reflexivity || now symmetry).
    destruct Hi as [Hi Hs]. revert Hs. pattern i. apply natlike_ind; [| |exact Hi]; clear i Hi.
    + intros _. now apply along_0.
    + intros j Hj IH Hs. change (Z.succ j) with (j + 1) in *. specialize (IH ltac:(lia)).
      rewrite along_step, IH by exact W.
      pose proof (Z.mod_pos_bound j t ltac:(lia)) as M. pose proof (Z.mod_le j t Hj ltac:(lia)) as L.
      destruct (period q e j Hq) as [_ T]. fold t in T. set (r := j mod t) in *. clearbody r.
      rewrite (along_congruent bs q (x + j * e) (x + r * e) e e); try assumption; [| |reflexivity].
      * pose proof (along_step bs x e r W) as S. rewrite (H r), (H (r + 1)) in S by lia. lia.
      * rewrite <- Zplus_mod_idemp_r, <- T, Zplus_mod_idemp_r. reflexivity.
  - rewrite (along_congruent bs q x x e d) by (assumption || reflexivity). apply H. lia.
Qed.

Lemma vanishes_period bs q x pieces : whole bs -> 1 <= q -> within bs q -> positive pieces ->
  vanishes bs x (map (one_period q) pieces) <-> vanishes bs x pieces.
Proof.
  intros W Hq In P. revert x. induction P as [| [s d] pieces Hs P IH]; intros x; [reflexivity|].
  simpl in Hs.
  assert (P' : positive (map (one_period q) pieces)).
  { apply Forall_map. eapply Forall_impl; [|exact P]. intros m Hm. unfold one_period. cbn [fst].
    destruct (period q (snd m mod q) 0 Hq). cbv beta in Hm. lia. }
  cbn [map]. rewrite vanishes_cons by assumption.
  pose proof (along_period bs q x s d W Hq In) as A. cbv zeta in A.
  destruct (one_period q (s, d)) as [s' e] eqn:E. cbn [fst snd] in A.
  unfold one_period in E. cbn [fst snd] in E. injection E as E1 E2.
  rewrite vanishes_cons, A by assumption.
  destruct (period q e 0 Hq) as [Ht _]. rewrite E2 in E1. set (t := q / Z.gcd q e) in *.
  assert (C : forall i, (i * e) mod q = (i * d) mod q) by (intros i; rewrite <- E2; apply Zmult_mod_idemp_r).
  split; intros [H1 H2]; (split; [exact H1|]); intros i Hi.
  - destruct (period q e i Hq) as [_ T]. fold t in T.
    pose proof (Z.mod_pos_bound i t ltac:(lia)) as M. pose proof (Z.mod_le i t ltac:(lia) ltac:(lia)) as L.
    apply (vanishes_congruent bs q (x + (i mod t) * e)); try assumption.
    + rewrite <- Zplus_mod_idemp_r, T, C, Zplus_mod_idemp_r. reflexivity.
    + apply IH, H2. lia.
  - apply IH. apply (vanishes_congruent bs q (x + i * d)); try assumption.
    + rewrite <- Zplus_mod_idemp_r, <- C, Zplus_mod_idemp_r. reflexivity.
    + apply H2. lia.
Qed.

(** Pieces of stride 0 carry nothing. *)
Lemma vanishes_moving bs x pieces : whole bs -> positive pieces ->
  vanishes bs x (filter (fun m => negb (snd m =? 0)) pieces) <-> vanishes bs x pieces.
Proof.
  intros W P. revert x. induction P as [| [s d] pieces Hs P IH]; intros x; [reflexivity|]. simpl in Hs.
  assert (P' : positive (filter (fun m => negb (snd m =? 0)) pieces)).
  { apply Forall_forall. intros m Hm. apply filter_In in Hm as [Hm _].
    unfold positive in P. rewrite Forall_forall in P. now apply P. }
  rewrite (vanishes_cons bs x s d pieces) by assumption. cbn [filter snd].
  destruct (Z.eqb_spec d 0) as [-> | D]; cbn [negb].
  - rewrite IH. split.
    + intros V. split; intros i Hi.
      * transitivity (along bs x 0 0); [|now apply along_0]. apply carried_ext, Forall_forall. intros b _.
        now rewrite Zmod_0_l, Z.mul_0_r, Z.mul_0_l.
      * now replace (x + i * 0) with x by ring.
    + intros [_ V]. specialize (V 0 ltac:(lia)). now replace (x + 0 * 0) with x in V by ring.
  - rewrite vanishes_cons by assumption. split; intros [H1 H2]; (split; [exact H1|]); intros i Hi; apply IH, H2, Hi.
Qed.

Lemma inside_permutation l m : Permutation l m -> forall c, inside (map fst l) c ->
  exists c', inside (map fst m) c' /\ forall p, residues c' m p = residues c l p.
Proof.
  induction 1 as [| [s d] l m _ IH | [s d] [t e] l | l m n _ IH1 _ IH2]; intros c H.
  - exists c. now split.
  - inversion H as [| ? a ? c' Ha Hc]; subst. destruct (IH c' Hc) as (c2 & I2 & R2).
    exists (a :: c2). split; [now constructor|]. intros p. now rewrite !residues_cons, R2.
  - inversion H as [| ? a ? c' Ha Hc]; subst. inversion Hc as [| ? b ? c2 Hb Hc2]; subst.
    exists (b :: a :: c2). split; [now repeat constructor|]. intros p. rewrite !residues_cons. ring.
  - destruct (IH1 c H) as (c1 & I1 & R1), (IH2 c1 I1) as (c2 & I2 & R2).
    exists c2. split; [exact I2|]. intros p. now rewrite R2, R1.
Qed.

Lemma vanishes_permutation bs x l m : Permutation l m -> vanishes bs x m -> vanishes bs x l.
Proof.
  intros E V c Hc. destruct (inside_permutation l m E c Hc) as (c' & Hc' & R). rewrite <- (V c' Hc').
  apply carried_ext, Forall_forall. intros b _. now rewrite R.
Qed.

(** * The criterion *)

Lemma widest_within bs : whole bs -> chained bs ->
  let q := fold_right (fun b widest => Z.max (fst b) widest) 1 bs in 1 <= q /\ within bs q.
Proof.
  intros W C q.
  assert (L : 1 <= q /\ forall b, In b bs -> fst b <= q).
  { subst q. clear. induction bs as [| b bs [IH1 IH2]]; simpl; [split; [lia | easy]|].
    split; [lia|]. intros c [<- | H]; [lia | specialize (IH2 c H); lia]. }
  assert (M : q = 1 \/ exists b, In b bs /\ fst b = q).
  { subst q. clear. induction bs as [| b bs IH]; simpl; [now left|].
    destruct (Z.max_spec (fst b) (fold_right (fun b widest => Z.max (fst b) widest) 1 bs)) as [[_ ->] | [_ ->]].
    - destruct IH as [IH | (c & H & E)]; [now left | right; exists c; auto].
    - right. exists b. auto. }
  split; [apply L|]. destruct L as [L1 L2]. unfold whole in W. rewrite Forall_forall in W.
  apply Forall_forall. intros b Hb. destruct M as [E | (c & Hc & E)].
  - specialize (L2 b Hb). specialize (W b Hb). exists q. nia.
  - rewrite <- E. destruct (C b c Hb Hc) as [D | D]; [exact D|].
    assert (fst c = fst b); [|exists 1; lia].
    apply Z.le_antisymm.
    + apply Z.divide_pos_le; [|exact D]. specialize (W b Hb). lia.
    + rewrite E. now apply L2.
Qed.

Definition linear (l pieces : list mode) (c : list Z) : Prop :=
  offset_ext l (inner_product c (map snd pieces)) = inner_product c (map (fun m => offset_ext l (snd m)) pieces).

(** Carries decide whether the layout adds up over the pieces. *)
Theorem adds_up_right l pieces : positive l -> positive pieces ->
  adds_up l pieces = true <-> forall c, inside (map fst pieces) c -> linear l pieces c.
Proof.
  intros Pl P.
  pose proof (boundaries_whole l 1 ltac:(lia) Pl) as W0. pose proof (boundaries_chained l 1 ltac:(lia) Pl) as C0.
  set (bs := carrying (boundaries 1 l) pieces).
  assert (W : whole bs) by now apply carrying_whole.
  assert (C : chained bs) by now apply carrying_chained.
  assert (G : forall c, inside (map fst pieces) c -> (linear l pieces c <-> carried bs (residues c pieces) = 0)).
  { intros c Hc. unfold linear, bs. rewrite carrying_carried by assumption. rewrite <- excess_floors by exact Pl. lia. }
  unfold adds_up. fold bs. destruct bs as [| b0 bs0] eqn:Eb.
  { split; [|reflexivity]. intros _ c Hc. now apply G. }
  rewrite <- Eb in *. clear Eb b0 bs0.
  set (largest := map (fun m => fst m - 1) pieces).
  assert (IL : inside (map fst pieces) largest).
  { subst largest. clear - P. induction P; simpl; constructor; [lia | assumption]. }
  destruct (widest_within bs W C) as [Q1 Q2]. set (q := fold_right _ 1 bs) in *.
  destruct (Z.eqb_spec (offset_ext l (inner_product largest (map snd pieces)))
                       (inner_product largest (map (fun m => offset_ext l (snd m)) pieces))) as [E | E].
  2:{ split; [discriminate|]. intros H. exfalso. apply E. now apply H. }
  set (reduced := map (one_period q) pieces).
  assert (P1 : positive reduced).
  { apply Forall_map. eapply Forall_impl; [|exact P]. intros m Hm. unfold one_period. cbn [fst].
    destruct (period q (snd m mod q) 0 Q1). cbv beta in Hm. lia. }
  set (moving := filter (fun m => negb (snd m =? 0)) reduced).
  assert (P2 : positive moving).
  { apply Forall_forall. intros m Hm. apply filter_In in Hm as [Hm _].
    unfold positive in P1. rewrite Forall_forall in P1. now apply P1. }
  assert (P3 : positive (sort_by fst moving)).
  { eapply positive_permutation; [apply Permutation_sym, sort_by_permutation | exact P2]. }
  rewrite (follow_right bs q [0]) by assumption.
  assert (V : (forall x, In x [0] -> vanishes bs x (sort_by fst moving)) <-> vanishes bs 0 pieces).
  { rewrite <- (vanishes_period bs q 0 pieces W Q1 Q2 P). fold reduced.
    rewrite <- (vanishes_moving bs 0 reduced W P1). fold moving. split.
    - intros H. apply (vanishes_permutation _ _ _ (sort_by fst moving)); [apply Permutation_sym, sort_by_permutation|].
      apply H. now left.
    - intros H x [<- | []]. apply (vanishes_permutation _ _ _ moving); [apply sort_by_permutation | exact H]. }
  rewrite V. split; intros H c Hc.
  - apply G; [exact Hc|]. etransitivity; [|exact (H c Hc)].
    apply carried_ext, Forall_forall. intros b _. now rewrite Zmod_0_l.
  - etransitivity; [|exact (proj1 (G c Hc) (H c Hc))].
    apply carried_ext, Forall_forall. intros b _. now rewrite Zmod_0_l.
Qed.
