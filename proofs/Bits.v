(** Swizzles are their own inverses, and XOR strides add without carries if they share no bits
    (algebra/src/layout/swizzle.rs; 004, section 2.3.1). *)

From Tilework Require Export Definitions.

(** [Sw<B,M,S>] with [S >= B >= 0]: XORs the [B] bits from [M + S] on into those from [M] on. *)
Definition swizzle (b m s x : Z) : Z :=
  Z.lxor x (Z.shiftl (Z.land (Z.shiftr x (m + s)) (Z.ones b)) m).

(** The same for a negative shift, [Sw<B,M,-S>]. *)
Definition swizzle_down (b m s x : Z) : Z :=
  Z.lxor x (Z.shiftl (Z.land (Z.shiftr x m) (Z.ones b)) (m + s)).

Lemma testbit_field x from b to k : 0 <= from -> 0 <= b -> 0 <= to -> 0 <= k ->
  Z.testbit (Z.shiftl (Z.land (Z.shiftr x from) (Z.ones b)) to) k =
  ((to <=? k) && (k <? to + b) && Z.testbit x (k - to + from))%bool.
Proof.
  intros. rewrite Z.shiftl_spec by lia.
  destruct (Z.leb_spec to k); simpl; [|now rewrite Z.testbit_neg_r by lia].
  rewrite Z.land_spec, Z.shiftr_spec by lia.
  destruct (Z.ltb_spec k (to + b)); simpl.
  - rewrite Z.ones_spec_low by lia. now rewrite andb_true_r.
  - rewrite Z.ones_spec_high by lia. now rewrite andb_false_r.
Qed.

Theorem swizzle_involution b m s x : 0 <= b -> 0 <= m -> b <= s ->
  swizzle b m s (swizzle b m s x) = x.
Proof.
  intros. apply Z.bits_inj'. intros k Hk. unfold swizzle.
  rewrite !Z.lxor_spec, !testbit_field by lia.
  destruct (Z.leb_spec m k), (Z.ltb_spec k (m + b)); simpl; rewrite ?xorb_false_r; auto.
  rewrite Z.lxor_spec, testbit_field by lia.
  replace (k - m + (m + s) <? m + b) with false by (symmetry; apply Z.ltb_ge; lia).
  rewrite andb_false_r. simpl. rewrite xorb_false_r, xorb_assoc, xorb_nilpotent. apply xorb_false_r.
Qed.

Theorem swizzle_down_involution b m s x : 0 <= b -> 0 <= m -> b <= s ->
  swizzle_down b m s (swizzle_down b m s x) = x.
Proof.
  intros. apply Z.bits_inj'. intros k Hk. unfold swizzle_down.
  rewrite !Z.lxor_spec, !testbit_field by lia.
  destruct (Z.leb_spec (m + s) k), (Z.ltb_spec k (m + s + b)); simpl; rewrite ?xorb_false_r; auto.
  rewrite Z.lxor_spec, testbit_field by lia.
  replace (m + s <=? k - (m + s) + m) with false by (symmetry; apply Z.leb_gt; lia).
  simpl. rewrite xorb_false_r, xorb_assoc, xorb_nilpotent. apply xorb_false_r.
Qed.

(** Sums of offsets that share no bit are their XOR. *)
Theorem xor_adds_without_carries x y : Z.land x y = 0 -> Z.lxor x y = x + y.
Proof. intros H. symmetry. now apply Z.add_nocarry_lxor. Qed.
