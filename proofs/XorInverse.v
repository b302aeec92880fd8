(** Layouts with XOR strides whose extents are powers of 2: inverses, compositions and the banks of an access
    (docs/rules/right_inverse.md, left_inverse.md, composition.md and shared_layout.md). *)

From Tilework Require Export XorComplement.

(** * Left inverses *)

Lemma free_closed leading x y : free leading x -> free leading y -> free leading (Z.lxor x y).
Proof. intros Fx Fy k L. now rewrite Z.lxor_spec, (Fx k L), (Fy k L). Qed.

Lemma free_0 leading : free leading 0.
Proof. intros k _. apply Z.bits_0. Qed.

Definition is_free (leading : Z -> bool) (top : Z) (x : Z) : bool :=
  forallb (fun k => negb (leading k && Z.testbit x k)) (range top).

Lemma is_free_right leading top x : (forall k, leading k = true -> 0 <= k < top) ->
  is_free leading top x = true <-> free leading x.
Proof.
  intros B. unfold is_free, free. rewrite all_in_range. split; intros H k.
  - intros L. specialize (H k (B k L)). rewrite L in H. simpl in H. now apply negb_true_iff.
  - intros _. destruct (leading k) eqn:L; [|reflexivity]. simpl. now rewrite (H k L).
Qed.

(** XORing a vector whose leading bit is not set makes the number larger. *)
Lemma xor_larger i v : 0 <= i -> 0 < v -> Z.testbit i (Z.log2 v) = false -> i < Z.lxor i v.
Proof.
  intros Hi Hv B. set (k := Z.log2 v) in *. assert (Hk : 0 <= k) by apply Z.log2_nonneg.
  destruct (Z.log2_spec v Hv) as [L1 L2]. fold k in L1, L2. rewrite Z.pow_succ_r in L2 by exact Hk.
  assert (P : 0 < 2 ^ k) by (apply Z.pow_pos_nonneg; lia).
  destruct (xor_split k i v Hk) as [_ E].
  assert (V : v / 2 ^ k = 1) by (symmetry; apply Z.div_unique_pos with (v - 2 ^ k); lia).
  rewrite V in E.
  assert (Ev : Z.lxor (i / 2 ^ k) 1 = i / 2 ^ k + 1).
  { rewrite <- Z.shiftr_div_pow2 by exact Hk.
    assert (T : Z.testbit (Z.shiftr i k) 0 = false) by (rewrite Z.shiftr_spec by lia; exact B).
    rewrite Z.bit0_odd in T. rewrite <- Z.negb_even in T. apply negb_false_iff in T. apply Z.even_spec in T as (q & ->).
    rewrite Z.lxor_comm, xor_adds_without_carries; [lia|]. apply (below_and_above 1); lia. }
  rewrite Ev in E. pose proof (Z.lxor_nonneg i v) as N.
  pose proof (Z.div_mod i (2 ^ k) ltac:(lia)). pose proof (Z.mod_pos_bound i (2 ^ k) ltac:(lia)).
  pose proof (Z.div_mod (Z.lxor i v) (2 ^ k) ltac:(lia)). pose proof (Z.mod_pos_bound (Z.lxor i v) (2 ^ k) ltac:(lia)).
  rewrite E in *. lia.
Qed.

(** Each layout with XOR strides has a left inverse with XOR strides. It takes each offset to its first coordinate,
    and the bits with which no offset begins to 0. *)
Theorem xor_left_inverse l m : 0 <= m -> positive l -> count l = 2 ^ m -> Forall (fun m => 0 <= snd m) l ->
  exists r, positive r /\ count r = 2 ^ width l /\
    (forall x, 0 <= x < 2 ^ m -> 0 <= offset_xor l x < 2 ^ width l /\
       let i := offset_xor r (offset_xor l x) in
       0 <= i < 2 ^ m /\ offset_xor l i = offset_xor l x /\
       forall j, 0 <= j < 2 ^ m -> offset_xor l j = offset_xor l x -> i <= j) /\
    (forall t, 0 <= t < 2 ^ width l -> free (begins l) t -> offset_xor r t = 0).
Proof.
  intros Hm P C N. pose proof (xor_space l m Hm P C N) as S. set (V := fun v => In v (xor_offsets l)) in *.
  destruct (width_right l) as (W1 & W2 & _).
  assert (Pm : 0 < 2 ^ m) by (apply Z.pow_pos_nonneg; lia).
  assert (Pw : 0 < 2 ^ width l) by (apply Z.pow_pos_nonneg; lia).
  assert (lin : forall x y, 0 <= x < 2 ^ m -> 0 <= y < 2 ^ m ->
    offset_xor l (Z.lxor x y) = Z.lxor (offset_xor l x) (offset_xor l y)).
  { intros x y Hx Hy. apply (offset_xor_linear l m); tauto. }
  assert (inV : forall x, 0 <= x < 2 ^ m -> V (offset_xor l x)).
  { intros x Hx. apply xor_offsets_in. exists x. rewrite C. now split. }
  assert (below : forall v, V v -> 0 <= v < 2 ^ width l).
  { intros v Hv. pose proof (proj1 (proj2 S) v Hv). split; [assumption|].
    destruct (Z.eq_dec v 0) as [-> |]; [exact Pw|]. apply Z.log2_lt_pow2; [lia|]. apply W2; [exact Hv | lia]. }
  (* The coordinates of 0, and the bits with which they begin. *)
  set (K := fun x => 0 <= x < 2 ^ m /\ offset_xor l x = 0).
  assert (SK : space K).
  { split; [|split].
    - split; [lia | apply offset_xor_0].
    - intros v [H _]. lia.
    - intros v w [Hv Ev] [Hw Ew]. split; [now apply xor_below | now rewrite lin, Ev, Ew by assumption]. }
  set (kb := fun k => existsb (fun x => (0 <? x) && (offset_xor l x =? 0) && (Z.log2 x =? k)) (range (2 ^ m))).
  assert (kb_right : forall k, kb k = true <-> exists v, K v /\ 0 < v /\ Z.log2 v = k).
  { intros k. unfold kb. rewrite existsb_exists. split.
    - intros (x & Hx & E). apply in_range in Hx. apply andb_true_iff in E as [E E3].
      apply andb_true_iff in E as [E1 E2]. apply Z.ltb_lt in E1. apply Z.eqb_eq in E2, E3.
      exists x. repeat split; assumption || lia.
    - intros (x & [Hx E2] & E1 & E3). exists x. split; [now apply in_range|].
      apply andb_true_iff. split; [apply andb_true_iff; split|];
        [now apply Z.ltb_lt | now apply Z.eqb_eq | now apply Z.eqb_eq]. }
  assert (kb_top : forall k, kb k = true -> 0 <= k < m).
  { intros k L. apply kb_right in L as (v & [Hv _] & Pv & <-). split; [apply Z.log2_nonneg|]. apply Z.log2_lt_pow2; lia. }
  assert (vb_top : forall k, begins l k = true -> 0 <= k < width l).
  { intros k L. apply begins_right in L as (v & Hv & Pv & <-). split; [apply Z.log2_nonneg | now apply W2]. }
  set (right_one := fun y i => is_free kb m i && is_free (begins l) (width l) (Z.lxor (offset_xor l i) y)).
  set (f := fun y => match find (right_one y) (range (2 ^ m)) with Some i => i | None => 0 end).
  assert (one : forall y i, right_one y i = true <-> free kb i /\ free (begins l) (Z.lxor (offset_xor l i) y)).
  { intros y i. unfold right_one. rewrite andb_true_iff, !is_free_right by assumption. reflexivity. }
  assert (f_right : forall y, 0 <= y < 2 ^ width l ->
    0 <= f y < 2 ^ m /\ free kb (f y) /\ free (begins l) (Z.lxor (offset_xor l (f y)) y)).
  { intros y Hy. unfold f. destruct (find _ _) as [i |] eqn:F.
    - apply find_some in F as [F G]. apply in_range in F. apply one in G. now split.
    - exfalso. destruct (free_reached V S (begins l) (begins_right l) (Z.to_nat (width l)) y) as (v & Hv & Fv); [lia | |].
      { intros k L. apply vb_top in L. lia. }
      pose proof Hv as Hv'. apply xor_offsets_in in Hv' as (x & Hx & <-). rewrite C in Hx.
      destruct (free_reached K SK kb kb_right (Z.to_nat m) x) as (u & Hu & Fu); [lia | |].
      { intros k L. apply kb_top in L. lia. }
      destruct Hu as [Hu Eu].
      pose proof (find_none _ _ F (Z.lxor u x) (proj2 (in_range _ _) (xor_below m u x Hm Hu Hx))) as G.
      assert (T : right_one y (Z.lxor u x) = true); [|congruence].
      apply one. split; [exact Fu|]. now rewrite lin, Eu, Z.lxor_0_l by assumption. }
  assert (f_unique : forall y i j, 0 <= i < 2 ^ m -> 0 <= j < 2 ^ m ->
    free kb i -> free (begins l) (Z.lxor (offset_xor l i) y) ->
    free kb j -> free (begins l) (Z.lxor (offset_xor l j) y) -> i = j).
  { intros y i j Hi Hj Fi Gi Fj Gj.
    assert (E : offset_xor l i = offset_xor l j).
    { apply (free_unique V S (begins l) (begins_right l) _ _ _ _ (inV i Hi) Gi (inV j Hj) Gj).
      now rewrite <- !Z.lxor_assoc, !Z.lxor_nilpotent. }
    assert (Kd : K (Z.lxor i j)) by (split; [now apply xor_below | now rewrite lin, E, Z.lxor_nilpotent by assumption]).
    symmetry. apply Z.lxor_eq. rewrite Z.lxor_comm. symmetry.
    apply (free_unique K SK kb kb_right 0 i (Z.lxor i j) j (proj1 SK) Fi Kd Fj).
    now rewrite Z.lxor_0_l, Z.lxor_assoc, Z.lxor_nilpotent, Z.lxor_0_r. }
  assert (f_linear : forall y z, 0 <= y < 2 ^ width l -> 0 <= z < 2 ^ width l -> f (Z.lxor y z) = Z.lxor (f y) (f z)).
  { intros y z Hy Hz. destruct (f_right y Hy) as (Y1 & Y2 & Y3), (f_right z Hz) as (Z1 & Z2 & Z3).
    destruct (f_right (Z.lxor y z)) as (X1 & X2 & X3); [now apply xor_below|].
    apply (f_unique (Z.lxor y z)); try assumption; [now apply xor_below | now apply free_closed|].
    rewrite lin, xor_swap by assumption. now apply free_closed. }
  destruct (proj2 (xor_layout_of_function f (width l) W1) f_linear) as (r & R1 & R2 & R3).
  exists r. split; [exact R1|]. split; [exact R2|]. split.
  - intros x Hx. pose proof (below _ (inV x Hx)) as B. split; [exact B|]. cbv zeta. rewrite R3 by exact B.
    destruct (f_right _ B) as (F1 & F2 & F3). set (i := f (offset_xor l x)) in *.
    assert (E : offset_xor l i = offset_xor l x).
    { apply Z.lxor_eq. pose proof (proj2 (proj2 S) _ _ (inV i F1) (inV x Hx)) as D.
      apply (free_unique V S (begins l) (begins_right l) _ 0 0 (Z.lxor (offset_xor l i) (offset_xor l x)) D (free_0 _)
        (proj1 S) F3). now rewrite Z.lxor_0_l, Z.lxor_0_r. }
    split; [exact F1|]. split; [exact E|]. intros j Hj Ej.
    destruct (Z.eq_dec (Z.lxor i j) 0) as [Z0 | Z0]; [apply Z.lxor_eq in Z0; lia|].
    pose proof (xor_below m i j Hm F1 Hj) as D.
    assert (Kd : K (Z.lxor i j)) by (split; [exact D | rewrite lin, E, Ej by assumption; apply Z.lxor_nilpotent]).
    assert (L : kb (Z.log2 (Z.lxor i j)) = true) by (apply kb_right; exists (Z.lxor i j); repeat split; try apply Kd; lia).
    pose proof (xor_larger i (Z.lxor i j) ltac:(lia) ltac:(lia) (F2 _ L)) as G.
    rewrite <- Z.lxor_assoc, Z.lxor_nilpotent, Z.lxor_0_l in G. lia.
  - intros t Ht Ft. rewrite R3 by exact Ht. destruct (f_right t Ht) as (F1 & F2 & F3).
    apply (f_unique t); try assumption; [lia | apply free_0 |]. now rewrite offset_xor_0, Z.lxor_0_l.
Qed.

(** * Right inverses *)

Lemma space_below V k : space V -> 0 <= k -> (forall j, 0 <= j < k -> V (2 ^ j)) -> forall x, 0 <= x < 2 ^ k -> V x.
Proof.
  intros (V0 & _ & S) Hk. pattern k. apply natlike_ind; [| |exact Hk]; clear k Hk.
  - intros _ x Hx. change (2 ^ 0) with 1 in Hx. now replace x with 0 by lia.
  - intros k Hk IH H x Hx. rewrite Z.pow_succ_r in Hx by exact Hk.
    destruct (Z_lt_le_dec x (2 ^ k)) as [L | L]; [apply IH; [intros j Hj; apply H|]; lia|].
    replace x with (Z.lxor (x - 2 ^ k) (2 ^ k)).
    + apply S; [apply IH; [intros j Hj; apply H; lia | lia] | apply H; lia].
    + replace (2 ^ k) with (2 ^ k * 1) at 2 by ring. rewrite xor_adds_without_carries; [lia|].
      apply below_and_above; lia.
Qed.

(** The least power of 2 that is not an offset is the size of the largest right inverse, and there is one of that
    size. *)
Theorem xor_right_inverse l m : 0 <= m -> positive l -> count l = 2 ^ m -> Forall (fun m => 0 <= snd m) l ->
  exists k r, 0 <= k /\ positive r /\ count r = 2 ^ k /\
    (forall i, 0 <= i < count r -> 0 <= offset_xor r i < count l /\ offset_xor l (offset_xor r i) = i) /\
    (forall i, 0 <= i < count r -> forall j, 0 <= j < count l -> offset_xor l j = i -> offset_xor r i <= j) /\
    forall q, (forall i, 0 <= i < count q -> 0 <= offset_xor q i < count l /\ offset_xor l (offset_xor q i) = i) ->
      count q <= count r.
Proof.
  intros Hm P C N. pose proof (xor_space l m Hm P C N) as S. set (V := fun v => In v (xor_offsets l)) in *.
  destruct (width_right l) as (W1 & W2 & _).
  destruct (xor_left_inverse l m Hm P C N) as (g & G1 & G2 & G3 & _).
  assert (inV : forall v, V v -> exists x, 0 <= x < 2 ^ m /\ offset_xor l x = v).
  { intros v Hv. apply xor_offsets_in in Hv. now rewrite C in Hv. }
  (* The first power of 2 that is not one of them. *)
  assert (F : exists k, 0 <= k <= width l /\ (forall j, 0 <= j < k -> V (2 ^ j)) /\ ~ V (2 ^ k)).
  { assert (T : ~ V (2 ^ width l)).
    { intros H. apply W2 in H; [|apply Z.pow_pos_nonneg; lia]. rewrite Z.log2_pow2 in H; lia. }
    assert (B : forall n, 0 <= n -> n <= width l -> (forall j, 0 <= j < n -> V (2 ^ j)) \/
      exists k, 0 <= k <= width l /\ (forall j, 0 <= j < k -> V (2 ^ j)) /\ ~ V (2 ^ k)).
    { intros n Hn. pattern n. apply natlike_ind; [| |exact Hn]; clear n Hn.
      - intros _. left. intros j Hj. lia.
      - intros n Hn IH Hw. destruct IH as [IH | IH]; [lia | | now right].
        destruct (in_dec Z.eq_dec (2 ^ n) (xor_offsets l)) as [D | D].
        + left. intros j Hj. destruct (Z.eq_dec j n) as [-> |]; [exact D | apply IH; lia].
        + right. exists n. split; [lia|]. now split. }
    destruct (B (width l) W1 ltac:(lia)) as [H | H]; [|exact H]. exists (width l). split; [lia|]. now split. }
  destruct F as (k & Hk & F1 & F2).
  assert (all : forall x, 0 <= x < 2 ^ k -> V x) by (apply space_below; [exact S | lia | exact F1]).
  assert (Kw : 2 ^ k <= 2 ^ width l) by (apply Z.pow_le_mono_r; lia).
  destruct (proj2 (xor_layout_of_function (offset_xor g) k ltac:(lia))) as (r & R1 & R2 & R3).
  { intros x y Hx Hy. apply (offset_xor_linear g (width l)); tauto. }
  assert (Pk : 0 < 2 ^ k) by (apply Z.pow_pos_nonneg; lia).
  exists k, r. rewrite R2, C. split; [lia|]. split; [exact R1|]. split; [reflexivity|]. split; [|split].
  - intros i Hi. rewrite R3 by exact Hi. destruct (inV i (all i Hi)) as (x & Hx & <-).
    destruct (G3 x Hx) as (_ & I1 & I2 & _). now split.
  - intros i Hi j Hj E. rewrite R3 by exact Hi. rewrite <- E. now apply (G3 j Hj).
  - intros q Hq. destruct (Z_lt_le_dec (2 ^ k) (count q)) as [L | L]; [exfalso | exact L].
    destruct (Hq (2 ^ k) ltac:(lia)) as [Q1 Q2]. apply F2, xor_offsets_in.
    exists (offset_xor q (2 ^ k)). now rewrite C.
Qed.

(** * Compositions *)

Lemma powers_apart_natural span l : powers_apart span l -> Forall (fun m => 0 <= snd m) l.
Proof.
  revert span. induction l as [| [s d] l IH]; intros span P; constructor.
  - destruct P as (_ & [(-> & _) | (j & Hj & -> & _)]); simpl; [lia | apply Z.pow_nonneg; lia].
  - destruct P as (_ & [(_ & P) | (j & _ & _ & _ & P)]); eapply IH; exact P.
Qed.

(** XOR strides after integers that do not carry are a product of matrices over F2, and have a layout. *)
Theorem xor_composition A B n : positive A -> positive B -> 0 <= n -> count A = 2 ^ n ->
  powers_apart 0 B -> (exists k, 0 <= k /\ count B = 2 ^ k) ->
  exists R, positive R /\ count R = count B /\
    forall i, 0 <= i < count B -> offset_xor R i = offset_xor A (offset B i).
Proof.
  intros PA PB Hn CA PO (k & Hk & CB). rewrite CB. apply xor_layout_of_function; [exact Hk|]. intros x y Hx Hy.
  rewrite <- !(xor_strides_add B) by (rewrite ?CB; try apply xor_below; assumption).
  rewrite (offset_xor_linear B k) by (assumption || lia).
  apply (offset_xor_linear A n); try assumption.
  - apply offset_xor_natural. now apply (powers_apart_natural 0).
  - apply offset_xor_natural. now apply (powers_apart_natural 0).
Qed.

(** * Banks *)

(** As many coordinates [x + L] go to the bank of [x] as elements of [L] go to bank 0. So an access takes as many
    wavefronts as that, for any [x]. *)
Theorem wavefronts l n r L x : 0 <= r -> 0 <= n -> positive l -> count l = 2 ^ n -> 0 <= x ->
  (forall v, In v L -> 0 <= v) ->
  filter (fun v => offset_xor l (Z.lxor x v) mod 2 ^ r =? offset_xor l x mod 2 ^ r) L =
  filter (fun v => offset_xor l v mod 2 ^ r =? 0) L.
Proof.
  intros Hr Hn P C Hx HL. apply filter_ext_in. intros v Hv. specialize (HL v Hv).
  rewrite (offset_xor_linear l n) by assumption. rewrite xor_mod by exact Hr.
  set (a := offset_xor l x mod 2 ^ r). set (b := offset_xor l v mod 2 ^ r). apply eq_true_iff_eq.
  rewrite !Z.eqb_eq. split; intros E.
  - transitivity (Z.lxor a (Z.lxor a b)); [|rewrite E; apply Z.lxor_nilpotent].
    now rewrite <- Z.lxor_assoc, Z.lxor_nilpotent, Z.lxor_0_l.
  - rewrite E. apply Z.lxor_0_r.
Qed.
