(** Interpolation: a layout with given values at given places, if there is one (docs/rules/left_inverse.md, 3;
    algebra/src/operation/interpolation.rs). *)

From Tilework Require Export FunctionToLayout.

(** * Linear equations over the integers *)

(** [t + z f] for vectors that are padded with 0. *)
Fixpoint add_scaled (t : list Z) (z : Z) (f : list Z) : list Z :=
  match t, f with
  | _, [] => t
  | [], f => map (Z.mul z) f
  | x :: t, y :: f => (x + z * y) :: add_scaled t z f
  end.

(** The vectors [some + sum z_i free_i]. Only their inner products matter. *)
Fixpoint generates (some : list Z) (free : list (list Z)) (F : list Z -> Z) : Prop :=
  match free with
  | [] => forall b, F b = inner_product b some
  | f :: free => exists z, generates (add_scaled some z f) free F
  end.

(** Euclid's algorithm on two vectors, by their inner products with [a], which halve in each step. *)
Fixpoint euclid (a p f : list Z) (fuel : nat) : list Z * list Z :=
  match fuel with
  | O => (p, f)
  | S fuel =>
      let (u, v) := (inner_product a p, inner_product a f) in
      if v =? 0 then (p, f) else euclid a f (add_scaled p (- ((2 * u + v) / (2 * v))) f) fuel
  end.
Definition halvings (v : Z) : nat := Z.to_nat (Z.log2 (Z.abs v) + 1).

(** The same vectors, changed so that only the first has a nonzero inner product with [a]. *)
Fixpoint reduced (a : list Z) (free : list (list Z)) : list (list Z) :=
  match free with
  | [] => []
  | f :: free =>
      match reduced a free with
      | [] => [f]
      | p :: still => let (p, f) := euclid a p f (halvings (inner_product a f)) in p :: f :: still
      end
  end.

(** The vectors whose inner product with [a] is [y]. *)
Definition satisfy (a : list Z) (y : Z) (state : list Z * list (list Z)) : option (list Z * list (list Z)) :=
  let (some, free) := state in
  let rest := y - inner_product a some in
  match reduced a free with
  | [] => if rest =? 0 then Some (some, []) else None
  | p :: still =>
      let g := inner_product a p in
      if g =? 0 then (if rest =? 0 then Some (some, p :: still) else None)
      else if rest mod g =? 0 then Some (add_scaled some (rest / g) p, still)
      else None
  end.

Fixpoint satisfy_all (equations : list (list Z * Z)) (state : list Z * list (list Z)) : option (list Z * list (list Z)) :=
  match equations with
  | [] => Some state
  | (a, y) :: equations =>
      match satisfy a y state with Some state => satisfy_all equations state | None => None end
  end.

(** The unit vectors from place [k] on. *)
Fixpoint units (k n : nat) : list (list Z) :=
  match n with
  | O => []
  | S n => (repeat 0 k ++ [1]) :: units (S k) n
  end.

Definition solve (n : nat) (equations : list (list Z * Z)) : option (list Z) :=
  option_map fst (satisfy_all equations ([], units 0 n)).

Lemma inner_product_0 b : inner_product b [] = 0.
Proof. now destruct b. Qed.

Lemma inner_product_scaled b z f : inner_product b (map (Z.mul z) f) = z * inner_product b f.
Proof.
  revert b. induction f as [| y f IH]; intros [| x b]; simpl; try ring. rewrite IH. ring.
Qed.

Lemma inner_product_add b t z f : inner_product b (add_scaled t z f) = inner_product b t + z * inner_product b f.
Proof.
  revert t f. induction b as [| x b IH]; intros [| u t] [| y f]; simpl; try ring.
  - rewrite inner_product_scaled. ring.
  - rewrite IH. ring.
Qed.

Lemma generates_same s t free F : (forall b, inner_product b s = inner_product b t) ->
  generates s free F -> generates t free F.
Proof.
  revert s t. induction free as [| f free IH]; simpl; intros s t E H.
  - intros b. now rewrite H.
  - destruct H as (z & H). exists z. eapply IH; [|exact H]. intros b. now rewrite !inner_product_add, E.
Qed.

Lemma generates_swap s p f free F : generates s (p :: f :: free) F -> generates s (f :: p :: free) F.
Proof.
  intros (y & z & H). exists z, y. eapply generates_same; [|exact H].
  intros b. rewrite !inner_product_add. ring.
Qed.

Lemma generates_step s p f free q F :
  generates s (p :: f :: free) F <-> generates s (f :: add_scaled p q f :: free) F.
Proof.
  split; intros (y & z & H).
  - exists (z - q * y), y. eapply generates_same; [|exact H].
    intros b. rewrite !inner_product_add. ring.
  - exists z, (y + q * z). eapply generates_same; [|exact H].
    intros b. rewrite !inner_product_add. ring.
Qed.

Lemma halvings_enough v : Z.abs v < 2 ^ Z.of_nat (halvings v).
Proof.
  unfold halvings. pose proof (Z.log2_nonneg (Z.abs v)). rewrite Z2Nat.id by lia.
  destruct (Z.eq_dec v 0) as [-> |]; [reflexivity|].
  replace (Z.log2 (Z.abs v) + 1) with (Z.succ (Z.log2 (Z.abs v))) by lia.
  apply Z.log2_spec. lia.
Qed.

Lemma nearest u v : v <> 0 -> 2 * Z.abs (u - (2 * u + v) / (2 * v) * v) <= Z.abs v.
Proof.
  intros H. pose proof (Z.div_mod (2 * u + v) (2 * v) ltac:(lia)) as D.
  set (q := (2 * u + v) / (2 * v)) in *.
  destruct (Z.lt_trichotomy v 0) as [L | [L | L]]; [|lia|].
  - pose proof (Z.mod_neg_bound (2 * u + v) (2 * v) ltac:(lia)). nia.
  - pose proof (Z.mod_pos_bound (2 * u + v) (2 * v) ltac:(lia)). nia.
Qed.

Lemma euclid_right a fuel p f : Z.abs (inner_product a f) < 2 ^ Z.of_nat fuel ->
  let (p', f') := euclid a p f fuel in
  inner_product a f' = 0 /\
  forall s free F, generates s (p :: f :: free) F <-> generates s (p' :: f' :: free) F.
Proof.
  revert p f. induction fuel as [| fuel IH]; intros p f H.
  - simpl in *. split; [lia | reflexivity].
  - cbn [euclid]. destruct (Z.eqb_spec (inner_product a f) 0) as [E | N]; [split; [exact E | reflexivity]|].
    set (q := - ((2 * inner_product a p + inner_product a f) / (2 * inner_product a f))).
    assert (L : Z.abs (inner_product a (add_scaled p q f)) < 2 ^ Z.of_nat fuel).
    { rewrite inner_product_add. pose proof (nearest (inner_product a p) (inner_product a f) N).
      rewrite Nat2Z.inj_succ, Z.pow_succ_r in H by lia. subst q. lia. }
    specialize (IH f (add_scaled p q f) L).
    destruct (euclid a f (add_scaled p q f) fuel) as [p' f']. destruct IH as [I1 I2].
    split; [exact I1|]. intros s free F. rewrite (generates_step s p f free q F). apply I2.
Qed.

Lemma reduced_right a free :
  match reduced a free with
  | [] => free = []
  | _ :: still => Forall (fun f => inner_product a f = 0) still
  end /\
  forall s F, generates s free F <-> generates s (reduced a free) F.
Proof.
  induction free as [| f free [IH1 IH2]]; simpl; [split; [|intros]; reflexivity|].
  destruct (reduced a free) as [| p still].
  - subst free. split; [constructor | reflexivity].
  - pose proof (euclid_right a _ p f (halvings_enough (inner_product a f))) as E.
    destruct (euclid a p f _) as [p' f']. destruct E as [E1 E2]. split; [now constructor|].
    intros s F. rewrite <- (E2 s still F). split.
    + intros (z & H). apply IH2 in H. apply generates_swap. now exists z.
    + intros H. apply generates_swap in H as (z & H). exists z. apply IH2. exact H.
Qed.

Lemma generates_still a s free F : Forall (fun f => inner_product a f = 0) free ->
  generates s free F -> F a = inner_product a s.
Proof.
  intros H. revert s. induction H as [| f free E _ IH]; simpl; intros s G; [apply G|].
  destruct G as (z & G). rewrite (IH _ G), inner_product_add, E. ring.
Qed.

(** Exactly those generated vectors remain that satisfy the equation. *)
Lemma satisfy_exact a y some free F :
  match satisfy a y (some, free) with
  | Some (some', free') => generates some' free' F <-> generates some free F /\ F a = y
  | None => ~ (generates some free F /\ F a = y)
  end.
Proof.
  unfold satisfy. pose proof (reduced_right a free) as [R1 R2].
  destruct (reduced a free) as [| p still].
  - subst free. simpl in *. destruct (Z.eqb_spec (y - inner_product a some) 0).
    + split; [|tauto]. intros H. split; [exact H|]. rewrite H. lia.
    + intros [H1 H2]. rewrite H1 in H2. lia.
  - specialize (R2 some F). destruct (Z.eqb_spec (inner_product a p) 0) as [E | N].
    + assert (A : forall s, generates s (p :: still) F -> F a = inner_product a s).
      { intros s H. apply (generates_still a s (p :: still)); [now constructor | exact H]. }
      destruct (Z.eqb_spec (y - inner_product a some) 0); rewrite R2.
      * split; [|tauto]. intros H. split; [exact H|]. rewrite (A _ H). lia.
      * intros [H1 H2]. rewrite (A _ H1) in H2. lia.
    + assert (A : forall z, generates (add_scaled some z p) still F ->
          F a = inner_product a some + z * inner_product a p).
      { intros z H. rewrite (generates_still a _ still F R1 H), inner_product_add. ring. }
      destruct (Z.eqb_spec ((y - inner_product a some) mod inner_product a p) 0) as [D | D];
        rewrite R2.
      * assert (D' : y - inner_product a some = inner_product a p * ((y - inner_product a some) / inner_product a p)).
        { pose proof (Z.div_mod (y - inner_product a some) _ N). lia. }
        split.
        -- intros H. split; [now exists ((y - inner_product a some) / inner_product a p)|].
           rewrite (A _ H). lia.
        -- intros [[z H1] H2]. rewrite (A _ H1) in H2.
           replace ((y - inner_product a some) / inner_product a p) with z; [exact H1|].
           apply (Z.mul_reg_l _ _ (inner_product a p)); [exact N | lia].
      * intros [[z H1] H2]. rewrite (A _ H1) in H2. apply D.
        replace (y - inner_product a some) with (z * inner_product a p) by lia. apply Z_mod_mult.
Qed.

Definition satisfied (equations : list (list Z * Z)) (F : list Z -> Z) : Prop :=
  Forall (fun e => F (fst e) = snd e) equations.

Lemma satisfy_all_exact equations some free F :
  match satisfy_all equations (some, free) with
  | Some (some', free') => generates some' free' F <-> generates some free F /\ satisfied equations F
  | None => ~ (generates some free F /\ satisfied equations F)
  end.
Proof.
  revert some free. induction equations as [| [a y] equations IH]; intros some free; cbn [satisfy_all].
  - split; [|tauto]. intros H. split; [exact H | constructor].
  - pose proof (satisfy_exact a y some free F) as E.
    assert (C : satisfied ((a, y) :: equations) F <-> F a = y /\ satisfied equations F).
    { split; [intros H; inversion H; auto | intros [? ?]; now constructor]. }
    destruct (satisfy a y (some, free)) as [[some' free'] |]; [|tauto].
    specialize (IH some' free'). destruct (satisfy_all equations (some', free')) as [[some'' free''] |]; tauto.
Qed.

Lemma generates_first s free : generates s free (fun b => inner_product b s).
Proof.
  assert (G : forall s F, (forall b, F b = inner_product b s) -> generates s free F); [|now apply G].
  induction free as [| f free IH]; simpl; intros t F H; [exact H|].
  exists 0. apply IH. intros b. rewrite inner_product_add, H. ring.
Qed.

Lemma inner_product_unit b k : inner_product b (repeat 0 k ++ [1]) = nth k b 0.
Proof.
  revert b. induction k as [| k IH]; intros [| x b]; simpl; try reflexivity; [rewrite inner_product_0; ring|].
  rewrite IH. ring.
Qed.

Lemma inner_product_skipn k b t :
  inner_product (skipn k b) t = hd 0 t * nth k b 0 + inner_product (skipn (S k) b) (tl t).
Proof.
  revert b. induction k as [| k IH]; intros [| x b].
  - simpl. ring.
  - destruct t as [| y t]; simpl; [rewrite inner_product_0|]; ring.
  - simpl. ring.
  - exact (IH b).
Qed.

Lemma units_generate t k n s : (length t <= n)%nat ->
  generates s (units k n) (fun b => inner_product b s + inner_product (skipn k b) t).
Proof.
  assert (G : forall n k t s F, (length t <= n)%nat ->
    (forall b, F b = inner_product b s + inner_product (skipn k b) t) -> generates s (units k n) F).
  { clear. induction n as [| n IH]; intros k t s F L H; simpl.
    - destruct t; [|simpl in L; lia]. intros b. rewrite H, inner_product_0. ring.
    - exists (hd 0 t). apply (IH (S k) (tl t)); [destruct t; simpl in *; lia|].
      intros b. rewrite H, inner_product_add, inner_product_unit.
      rewrite (inner_product_skipn k b t). ring. }
  intros L. now apply (G n k t).
Qed.

(** A solution is found if and only if there is one. *)
Lemma solve_right n equations t : solve n equations = Some t -> satisfied equations (fun b => inner_product b t).
Proof.
  unfold solve. pose proof (satisfy_all_exact equations [] (units 0 n)) as E.
  destruct (satisfy_all equations ([], units 0 n)) as [[some free] |]; [|discriminate].
  intros [= <-]. apply (E (fun b => inner_product b some)). apply generates_first.
Qed.

Lemma solve_complete n equations t : (length t <= n)%nat -> satisfied equations (fun b => inner_product b t) ->
  exists u, solve n equations = Some u.
Proof.
  intros L H. unfold solve. pose proof (satisfy_all_exact equations [] (units 0 n) (fun b => inner_product b t)) as E.
  assert (G : generates [] (units 0 n) (fun b => inner_product b t)).
  { pose proof (units_generate t 0 n [] L) as G. simpl in G.
    assert (X : forall free s F F', (forall b, F b = F' b) -> generates s free F -> generates s free F').
    { clear. induction free as [| f free IH]; simpl; intros s F F' X K.
      - intros b. now rewrite <- X.
      - destruct K as (z & K). exists z. eapply IH; eauto. }
    eapply X; [|exact G]. intros b. cbv beta. rewrite inner_product_0. reflexivity. }
  destruct (satisfy_all equations ([], units 0 n)) as [[some free] |]; [now exists some | tauto].
Qed.

(** * Chains of extents *)

Fixpoint digits (extents : list Z) (x : Z) : list Z :=
  match extents with
  | [] => [x]
  | s :: extents => x mod s :: digits extents (x / s)
  end.

(** These extents with these strides, before a last extent. *)
Fixpoint with_strides (extents t : list Z) : list mode :=
  match extents with
  | [] => [(1, hd 0 t)]
  | s :: extents => (s, hd 0 t) :: with_strides extents (tl t)
  end.

Lemma with_strides_some extents t : with_strides extents t <> [].
Proof. destruct extents; discriminate. Qed.

Lemma with_strides_offset extents t x : offset_ext (with_strides extents t) x = inner_product (digits extents x) t.
Proof.
  revert t x. induction extents as [| s extents IH]; intros t x.
  - destruct t as [| d t]; simpl; ring_simplify; [ring|]. destruct t; simpl; ring.
  - simpl with_strides. rewrite offset_ext_cons by apply with_strides_some. rewrite IH.
    destruct t as [| d t]; simpl; [rewrite inner_product_0|]; ring.
Qed.

Definition points := list (Z * Z).

Definition interpolates (m : list mode) (ps : points) : Prop :=
  Forall (fun p => offset_ext m (fst p) = snd p) ps.

(** All sequences of first extents are tried in turn; their product is at most [last]. *)
Fixpoint first_chain (attempt : list Z -> option (list mode)) (fuel : nat) (before : list Z) (last : Z) : option (list mode) :=
  match attempt (rev before) with
  | Some m => Some m
  | None =>
      match fuel with
      | O => None
      | S fuel =>
          fold_right (fun s found =>
            match found with
            | Some m => Some m
            | None => first_chain attempt fuel (s :: before) (last / s)
            end) None (filter (fun s => 2 <=? s) (range (last + 1)))
      end
  end.

Definition attempt (ps : points) (extents : list Z) : option (list mode) :=
  option_map (with_strides extents)
    (solve (S (length extents)) (map (fun p => (digits extents (fst p), snd p)) ps)).

(** A layout with these values at places from 0 up to [last]. *)
Definition interpolated (ps : points) (last : Z) : option (list mode) :=
  first_chain (attempt ps) (Z.to_nat last) [] last.

Lemma attempt_right ps extents m : Forall (fun s => 1 <= s) extents -> attempt ps extents = Some m ->
  positive m /\ interpolates m ps.
Proof.
  unfold attempt. intros P. destruct (solve _ _) as [t |] eqn:E; [|discriminate]. intros [= <-].
  apply solve_right in E. split.
  - clear E. revert t. induction P as [| s extents Hs _ IH]; intros t.
    + constructor; [simpl; lia | constructor].
    + constructor; [exact Hs | apply IH].
  - unfold satisfied in E. rewrite Forall_map in E. eapply Forall_impl; [|exact E].
    intros p H. simpl in H. now rewrite with_strides_offset.
Qed.

Lemma attempt_complete ps extents t : (length t <= S (length extents))%nat ->
  interpolates (with_strides extents t) ps -> attempt ps extents <> None.
Proof.
  intros L H. unfold attempt.
  destruct (solve_complete _ (map (fun p => (digits extents (fst p), snd p)) ps) t L) as (u & ->); [|discriminate].
  unfold satisfied. rewrite Forall_map. eapply Forall_impl; [|exact H].
  intros p K. simpl. now rewrite <- with_strides_offset.
Qed.

Lemma first_chain_right f fuel before last m : Forall (fun s => 1 <= s) before ->
  first_chain f fuel before last = Some m -> exists extents, Forall (fun s => 1 <= s) extents /\ f extents = Some m.
Proof.
  revert before last. induction fuel as [| fuel IH]; intros before last P; simpl.
  - destruct (f (rev before)) eqn:E; [|discriminate]. intros [= <-]. exists (rev before). split; [|exact E].
    now apply Forall_rev.
  - destruct (f (rev before)) eqn:E.
    + intros [= <-]. exists (rev before). split; [|exact E]. now apply Forall_rev.
    + assert (G : forall ss, Forall (fun s => 1 <= s) ss ->
        fold_right (fun s found => match found with Some m => Some m
          | None => first_chain f fuel (s :: before) (last / s) end) None ss = Some m ->
        exists extents, Forall (fun s => 1 <= s) extents /\ f extents = Some m).
      { induction 1 as [| s ss Hs _ IHs]; simpl; [discriminate|].
        destruct (fold_right _ None ss) as [m' |] eqn:E'.
        - intros [= ->]. now apply IHs.
        - apply IH. now constructor. }
      apply G. apply Forall_forall. intros s Hs. apply filter_In in Hs as [_ Hs]. lia.
Qed.

Lemma first_chain_complete f fuel before last extents : Forall (fun s => 2 <= s) extents ->
  (extents = [] \/ product extents <= last) -> (length extents <= fuel)%nat ->
  f (rev before ++ extents) <> None -> first_chain f fuel before last <> None.
Proof.
  revert before last extents. induction fuel as [| fuel IH]; intros before last extents P B L H.
  - destruct extents; [|simpl in L; lia]. rewrite app_nil_r in H. simpl.
    destruct (f (rev before)); [discriminate | congruence].
  - simpl. destruct (f (rev before)) eqn:E; [discriminate|].
    destruct extents as [| s extents]; [rewrite app_nil_r in H; congruence|].
    pose proof (Forall_inv P) as Hs. pose proof (Forall_inv_tail P) as P'. simpl in Hs.
    destruct B as [B | B]; [discriminate|].
    assert (Q : 1 <= product extents).
    { clear - P'. induction P' as [| s l H _ IH]; simpl; nia. }
    simpl in B.
    assert (I : In s (filter (fun s => 2 <=? s) (range (last + 1)))).
    { apply filter_In. split; [apply in_range; nia | lia]. }
    assert (K : first_chain f fuel (s :: before) (last / s) <> None).
    { apply (IH _ _ extents); [exact P' | right; apply Z.div_le_lower_bound; lia | simpl in L; lia |].
      simpl. now rewrite <- app_assoc. }
    set (ss := filter _ _) in *. clearbody ss. induction ss as [| s' ss IHs]; [easy|]. simpl.
    destruct (fold_right _ None ss) as [m |] eqn:F; [discriminate|].
    destruct I as [-> | I]; [exact K | now apply IHs in I].
Qed.

(** Up to [last], a layout has a chain of extents of at least 2, whose product is at most [last]. *)
Lemma short_chain m last : positive m -> 0 <= last ->
  exists extents t, Forall (fun s => 2 <= s) extents /\ (extents = [] \/ product extents <= last) /\
    (length t <= S (length extents))%nat /\
    forall x, 0 <= x <= last -> offset_ext (with_strides extents t) x = offset_ext m x.
Proof.
  intros P. revert last. induction P as [| [s d] m Hs P IH]; intros last Hl.
  - exists [], []. repeat split; [constructor | now left | simpl; lia |].
    intros x _. simpl. ring.
  - simpl in Hs. destruct (list_eq_dec (fun a b : mode => ltac:(repeat decide equality)) m []) as [-> | N].
    { exists [], [d]. repeat split; [constructor | now left | simpl; lia]. }
    destruct (Z.eq_dec s 1) as [-> | N1].
    { destruct (IH last Hl) as (e & t & H1 & H2 & H3 & H4). exists e, t. repeat split; try assumption.
      intros x Hx. rewrite H4 by exact Hx. rewrite offset_ext_cons by exact N.
      rewrite Z.mod_1_r, Z.div_1_r. ring. }
    destruct (Z.le_gt_cases s last) as [L | L].
    + destruct (IH (last / s)) as (e & t & H1 & H2 & H3 & H4); [apply Z.div_pos; lia|].
      exists (s :: e), (d :: t). split; [constructor; [lia | exact H1]|]. split; [right|split].
      * simpl. destruct H2 as [-> | H2]; [simpl; lia|].
        pose proof (Z.mul_div_le last s ltac:(lia)). nia.
      * simpl. lia.
      * intros x Hx. simpl with_strides. rewrite !offset_ext_cons by (exact N || apply with_strides_some).
        rewrite H4; [reflexivity|]. split; [apply Z.div_pos; lia | apply Z.div_le_mono; lia].
    + exists [], [d]. repeat split; [constructor | now left | simpl; lia |].
      intros x Hx. rewrite offset_ext_cons by exact N.
      rewrite Z.mod_small, Z.div_small, offset_ext_0 by lia. simpl. ring.
Qed.

(** The result has the values. *)
Theorem interpolated_right ps last m : interpolated ps last = Some m -> positive m /\ interpolates m ps.
Proof.
  unfold interpolated. intros H. apply first_chain_right in H as (extents & P & H); [|constructor].
  now apply attempt_right in H.
Qed.

(** If a layout has the values, one is found. *)
Theorem interpolated_complete ps last m : positive m -> 0 <= last ->
  Forall (fun p => 0 <= fst p <= last) ps -> interpolates m ps -> interpolated ps last <> None.
Proof.
  intros P Hl R H. destruct (short_chain m last P Hl) as (e & t & H1 & H2 & H3 & H4).
  apply (first_chain_complete _ _ _ _ e); [exact H1 | exact H2 | |].
  - destruct H2 as [-> | H2]; [simpl; lia|].
    assert (Z.of_nat (length e) < product e) by (clear - H1; induction H1; simpl in *; [lia | nia]). lia.
  - simpl. apply (attempt_complete _ _ t H3).
    unfold interpolates in *. rewrite Forall_forall in *. intros p Hp.
    rewrite H4 by (apply R, Hp). now apply H.
Qed.
