(** XOR strides: layouts that add without carries, and swizzles as such layouts (docs/rules/strides.md;
    algebra/src/stride/xor.rs; 004, section 2.3.1 and table 1). *)

From Tilework Require Export Bits Function.

(** The product without carries. *)
Fixpoint carryless_positive (c : BinNums.positive) (d : Z) : Z :=
  match c with
  | xH => d
  | xO c => 2 * carryless_positive c d
  | xI c => Z.lxor d (2 * carryless_positive c d)
  end.
Definition carryless (c d : Z) : Z :=
  match c with
  | Zpos c => carryless_positive c d
  | _ => 0
  end.

(** The function of a layout with XOR strides: the XOR of the products of the natural coordinate and the strides. *)
Fixpoint carryless_product (c d : list Z) : Z :=
  match c, d with
  | c :: cs, d :: ds => Z.lxor (carryless c d) (carryless_product cs ds)
  | _, _ => 0
  end.
Definition offset_xor (l : list mode) (i : Z) : Z :=
  carryless_product (natural (map fst l) i) (map snd l).

Lemma offset_xor_cons s d l i : offset_xor ((s, d) :: l) i = Z.lxor (carryless (i mod s) d) (offset_xor l (i / s)).
Proof. reflexivity. Qed.

Lemma offset_xor_cons_at s d l a b : 0 <= a < s ->
  offset_xor ((s, d) :: l) (a + s * b) = Z.lxor (carryless a d) (offset_xor l b).
Proof.
  intros Ha. rewrite offset_xor_cons. replace (a + s * b) with (a + b * s) by ring.
  rewrite Z_mod_plus_full, Z_div_plus_full by lia.
  now rewrite Z.mod_small, Z.div_small.
Qed.

(** * Sums without carries *)

Lemma below_and_above k x y : 0 <= k -> 0 <= x < 2 ^ k -> Z.land x (2 ^ k * y) = 0.
Proof.
  intros Hk Hx. apply Z.bits_inj'. intros n Hn. rewrite Z.bits_0, Z.land_spec.
  rewrite Z.mul_comm, <- Z.shiftl_mul_pow2, Z.shiftl_spec by lia.
  destruct (Z.lt_ge_cases n k).
  - rewrite (Z.testbit_neg_r y) by lia. apply andb_false_r.
  - replace (Z.testbit x n) with false; [reflexivity|]. symmetry.
    destruct (Z.eq_dec x 0) as [-> |]; [apply Z.bits_0|].
    apply Z.bits_above_log2; [lia|]. apply Z.log2_lt_pow2; [lia|].
    apply Z.lt_le_trans with (2 ^ k); [lia | apply Z.pow_le_mono_r; lia].
Qed.

Lemma carryless_0 c : carryless c 0 = 0.
Proof.
  destruct c as [| c |]; try reflexivity. simpl. induction c as [c IH | c IH |]; simpl; rewrite ?IH; reflexivity.
Qed.

Lemma carryless_power c k : 0 <= c -> 0 <= k -> carryless c (2 ^ k) = c * 2 ^ k.
Proof.
  intros Hc Hk. destruct c as [| c |]; [reflexivity | | lia]. simpl carryless.
  induction c as [c IH | c IH |]; cbn [carryless_positive].
  - rewrite IH by lia. rewrite xor_adds_without_carries.
    + rewrite (Pos2Z.inj_xI c). ring.
    + replace (2 * (Z.pos c * 2 ^ k)) with (2 ^ (k + 1) * Z.pos c) by (rewrite Z.pow_add_r by lia; ring).
      apply below_and_above; [lia|]. rewrite Z.pow_add_r by lia. pose proof (Z.pow_pos_nonneg 2 k). lia.
  - rewrite IH by lia. rewrite (Pos2Z.inj_xO c). ring.
  - ring.
Qed.

(** Strides that are 0 or powers of 2, each at least the span of the mode before it: segregation, in order. *)
Fixpoint powers_apart (span : Z) (l : list mode) : Prop :=
  match l with
  | [] => True
  | (s, d) :: l =>
      1 <= s /\ (d = 0 /\ powers_apart span l \/ exists k, 0 <= k /\ d = 2 ^ k /\ span <= d /\ powers_apart (s * d) l)
  end.

Lemma powers_apart_positive span l : powers_apart span l -> positive l.
Proof.
  revert span. induction l as [| [s d] l IH]; intros span; [constructor|].
  intros (Hs & [(_ & P) | (k & _ & _ & _ & P)]); (constructor; [exact Hs | eapply IH; exact P]).
Qed.

Lemma powers_apart_multiple span l i j : 0 <= j -> 2 ^ j <= span -> powers_apart span l ->
  0 <= i < count l -> exists q, offset l i = 2 ^ j * q.
Proof.
  revert span i j. induction l as [| [s d] l IH]; intros span i j Hj Hs P Hi.
  - exists 0. rewrite offset_nil. ring.
  - destruct P as (H & P). rewrite count_cons in Hi.
    destruct (split_coordinate i s _ H Hi) as (a & b & -> & Ha & Hb). rewrite offset_cons_at by exact Ha.
    destruct P as [(-> & P) | (k & Hk & -> & Hd & P)].
    + destruct (IH span b j Hj Hs P Hb) as (q & ->). exists q. ring.
    + assert (J : j <= k) by (apply (Z.pow_le_mono_r_iff 2); lia).
      assert (0 < 2 ^ k) by (apply Z.pow_pos_nonneg; lia).
      destruct (IH (s * 2 ^ k) b j Hj ltac:(nia) P Hb) as (q & ->).
      exists (a * 2 ^ (k - j) + q). replace k with (j + (k - j)) at 1 by lia. rewrite Z.pow_add_r by lia. ring.
Qed.

Lemma powers_apart_above span l : 1 <= span -> powers_apart span l ->
  exists j, 0 <= j /\ span <= 2 ^ j /\ forall i, 0 <= i < count l -> exists q, offset l i = 2 ^ j * q.
Proof.
  intros Hspan. induction l as [| [s d] l IH]; intros P.
  - exists span. split; [lia|]. split; [pose proof (Z.pow_gt_lin_r 2 span); lia|].
    intros i _. exists 0. rewrite offset_nil. ring.
  - pose proof P as (H & [(-> & P') | (k & Hk & -> & Hd & P')]).
    + destruct (IH P') as (j & Hj & J & Q). exists j. split; [exact Hj|]. split; [exact J|].
      intros i Hi. rewrite count_cons in Hi.
      destruct (split_coordinate i s _ H Hi) as (a & b & -> & Ha & Hb). rewrite offset_cons_at by exact Ha.
      destruct (Q b Hb) as (q & ->). exists q. ring.
    + exists k. split; [exact Hk|]. split; [exact Hd|]. intros i Hi. rewrite count_cons in Hi.
      destruct (split_coordinate i s _ H Hi) as (a & b & -> & Ha & Hb). rewrite offset_cons_at by exact Ha.
      assert (0 < 2 ^ k) by (apply Z.pow_pos_nonneg; lia).
      destruct (powers_apart_multiple (s * 2 ^ k) l b k Hk ltac:(nia) P' Hb) as (q & ->).
      exists (a + q). ring.
Qed.

(** Then the layout with these XOR strides has the function of the layout with these integers. *)
Theorem xor_strides_add l i : powers_apart 0 l -> 0 <= i < count l -> offset_xor l i = offset l i.
Proof.
  assert (G : forall l span, powers_apart span l -> forall i, 0 <= i < count l -> offset_xor l i = offset l i).
  { clear. induction l as [| [s d] l IH]; intros span P i Hi; [reflexivity|].
    destruct P as (H & P). rewrite count_cons in Hi.
    destruct (split_coordinate i s _ H Hi) as (a & b & -> & Ha & Hb).
    rewrite offset_cons_at, offset_xor_cons_at by exact Ha.
    destruct P as [(-> & P) | (k & Hk & -> & _ & P)].
    - rewrite carryless_0, Z.lxor_0_l, (IH _ P) by exact Hb. ring.
    - rewrite (IH _ P) by exact Hb. rewrite carryless_power by lia.
      assert (0 < 2 ^ k) by (apply Z.pow_pos_nonneg; lia).
      destruct (powers_apart_above (s * 2 ^ k) l ltac:(nia) P) as (j & Hj & J & Q).
      destruct (Q b Hb) as (q & ->). apply xor_adds_without_carries, below_and_above; nia. }
  intros P. now apply (G l 0).
Qed.

(** * Swizzles as layouts *)

(** A function that is linear over the bits. *)
Definition linear (f : Z -> Z) : Prop := forall x y, f (Z.lxor x y) = Z.lxor (f x) (f y).

(** A mode of extent 2 for each of [n] bits from bit [k] on. *)
Fixpoint bits_of (f : Z -> Z) (k : Z) (n : nat) : list mode :=
  match n with
  | O => []
  | S n => (2, f (2 ^ k)) :: bits_of f (k + 1) n
  end.

Lemma count_bits f k n : count (bits_of f k n) = 2 ^ Z.of_nat n.
Proof.
  revert k. induction n as [| n IH]; intros k; [reflexivity|].
  cbn [bits_of]. rewrite count_cons, IH, Nat2Z.inj_succ, Z.pow_succ_r by lia. reflexivity.
Qed.

Lemma linear_0 f : linear f -> f 0 = 0.
Proof. intros L. rewrite <- (Z.lxor_nilpotent 0), L. apply Z.lxor_nilpotent. Qed.

Lemma bits_right f k n i : linear f -> 0 <= k -> 0 <= i < 2 ^ Z.of_nat n ->
  offset_xor (bits_of f k n) i = f (2 ^ k * i).
Proof.
  intros L. revert k i. induction n as [| n IH]; intros k i Hk Hi.
  - simpl in Hi. replace i with 0 by lia. rewrite Z.mul_0_r, (linear_0 f L). reflexivity.
  - rewrite Nat2Z.inj_succ, Z.pow_succ_r in Hi by lia. cbn [bits_of].
    destruct (split_coordinate i 2 _ ltac:(lia) Hi) as (a & b & -> & Ha & Hb).
    rewrite offset_xor_cons_at, IH by lia.
    assert (0 < 2 ^ k) by (apply Z.pow_pos_nonneg; lia).
    replace (2 ^ k * (a + 2 * b)) with (Z.lxor (2 ^ k * a) (2 ^ (k + 1) * b)).
    + rewrite L. f_equal. assert (A : a = 0 \/ a = 1) by lia. destruct A as [-> | ->].
      * rewrite Z.mul_0_r, (linear_0 f L). reflexivity.
      * rewrite Z.mul_1_r. reflexivity.
    + rewrite xor_adds_without_carries.
      * rewrite Z.pow_add_r by lia. ring.
      * apply below_and_above; [lia|]. rewrite Z.pow_add_r by lia. nia.
Qed.

Lemma swizzle_linear b m s : 0 <= b -> 0 <= m -> 0 <= s -> linear (swizzle b m s).
Proof.
  intros Hb Hm Hs x y. apply Z.bits_inj'. intros k Hk. unfold swizzle.
  rewrite !Z.lxor_spec, !testbit_field by lia. rewrite !Z.lxor_spec.
  match goal with |- context [(?p && ?q && _)%bool] => destruct p, q end;
    simpl; repeat (destruct (Z.testbit _ _)); reflexivity.
Qed.

Lemma swizzle_down_linear b m s : 0 <= b -> 0 <= m -> 0 <= s -> linear (swizzle_down b m s).
Proof.
  intros Hb Hm Hs x y. apply Z.bits_inj'. intros k Hk. unfold swizzle_down.
  rewrite !Z.lxor_spec, !testbit_field by lia. rewrite !Z.lxor_spec.
  match goal with |- context [(?p && ?q && _)%bool] => destruct p, q end;
    simpl; repeat (destruct (Z.testbit _ _)); reflexivity.
Qed.

(** A swizzle is a layout with XOR strides. *)
Theorem swizzle_to_layout b m s i : 0 <= b -> 0 <= m -> 0 <= s -> 0 <= i < 2 ^ (b + m + s) ->
  offset_xor (bits_of (swizzle b m s) 0 (Z.to_nat (b + m + s))) i = swizzle b m s i.
Proof.
  intros Hb Hm Hs Hi. rewrite bits_right; [f_equal; lia | now apply swizzle_linear | lia |].
  rewrite Z2Nat.id by lia. exact Hi.
Qed.

Theorem swizzle_down_to_layout b m s i : 0 <= b -> 0 <= m -> 0 <= s -> 0 <= i < 2 ^ (b + m + s) ->
  offset_xor (bits_of (swizzle_down b m s) 0 (Z.to_nat (b + m + s))) i = swizzle_down b m s i.
Proof.
  intros Hb Hm Hs Hi. rewrite bits_right; [f_equal; lia | now apply swizzle_down_linear | lia |].
  rewrite Z2Nat.id by lia. exact Hi.
Qed.
