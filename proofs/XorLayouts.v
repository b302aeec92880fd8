(** Layouts with XOR strides: those with [2^n] coordinates are the linear functions, and which complements they have
    (docs/rules/composition.md and docs/rules/complement.md; algebra/src/stride/xor/). *)

From Tilework Require Export TwoAccesses.

(** * Products without carries are linear *)

Lemma carryless_double a d : 0 <= a -> carryless (2 * a) d = 2 * carryless a d.
Proof. intros Ha. destruct a; [reflexivity | reflexivity | lia]. Qed.

Lemma carryless_digit a c d : 0 <= a < 2 -> 0 <= c -> carryless (a + 2 * c) d = Z.lxor (carryless a d) (2 * carryless c d).
Proof.
  intros Ha Hc. assert (a = 0 \/ a = 1) as [-> | ->] by lia.
  - rewrite Z.add_0_l, carryless_double by exact Hc. reflexivity.
  - destruct c as [| c | c]; [cbn; now rewrite Z.lxor_0_r | reflexivity | lia].
Qed.

Lemma digit_xor u v : 0 <= u < 2 -> u + 2 * v = Z.lxor u (Z.shiftl v 1).
Proof.
  intros Hu. rewrite Z.shiftl_mul_pow2 by lia. rewrite xor_adds_without_carries; [lia|].
  rewrite Z.mul_comm. apply (below_and_above 1); [lia | exact Hu].
Qed.

Lemma xor_digits a b c q : 0 <= a < 2 -> 0 <= c < 2 ->
  0 <= Z.lxor a c < 2 /\ Z.lxor (a + 2 * b) (c + 2 * q) = Z.lxor a c + 2 * Z.lxor b q.
Proof.
  intros Ha Hc.
  assert (A : 0 <= Z.lxor a c < 2).
  { assert (a = 0 \/ a = 1) as [-> | ->] by lia; assert (c = 0 \/ c = 1) as [-> | ->] by lia; cbn; lia. }
  split; [exact A|]. rewrite (digit_xor a b Ha), (digit_xor c q Hc), (digit_xor _ _ A).
  rewrite Z.shiftl_lxor, !Z.lxor_assoc. f_equal. rewrite <- !Z.lxor_assoc. f_equal. apply Z.lxor_comm.
Qed.

Lemma double_xor a b : 2 * Z.lxor a b = Z.lxor (2 * a) (2 * b).
Proof. destruct (xor_digits 0 a 0 b ltac:(lia) ltac:(lia)) as [_ E]. cbn in E. symmetry. exact E. Qed.

Lemma xor_swap a b c d : Z.lxor (Z.lxor a b) (Z.lxor c d) = Z.lxor (Z.lxor a c) (Z.lxor b d).
Proof. rewrite !Z.lxor_assoc. f_equal. rewrite <- !Z.lxor_assoc. f_equal. apply Z.lxor_comm. Qed.

Lemma carryless_xor a b d : 0 <= a -> 0 <= b -> carryless (Z.lxor a b) d = Z.lxor (carryless a d) (carryless b d).
Proof.
  intros Ha. revert b. pattern a. apply Zlt_0_ind; [|exact Ha]. clear a Ha. intros a IH Ha b Hb.
  destruct (Z.eq_dec a 0) as [-> | N].
  - rewrite Z.lxor_0_l. reflexivity.
  - pose proof (Z.div_mod a 2 ltac:(lia)) as Da. pose proof (Z.mod_pos_bound a 2 ltac:(lia)) as Ma.
    pose proof (Z.div_mod b 2 ltac:(lia)) as Db. pose proof (Z.mod_pos_bound b 2 ltac:(lia)) as Mb.
    set (a0 := a mod 2) in *. set (a1 := a / 2) in *. set (b0 := b mod 2) in *. set (b1 := b / 2) in *.
    clearbody a0 a1 b0 b1.
    replace a with (a0 + 2 * a1) by lia. replace b with (b0 + 2 * b1) by lia.
    destruct (xor_digits a0 a1 b0 b1 Ma Mb) as [A E]. rewrite E.
    rewrite !carryless_digit by (assumption || lia || (apply Z.lxor_nonneg; lia)).
    rewrite (IH a1 ltac:(lia) b1 ltac:(lia)), double_xor, xor_swap. f_equal.
    assert (a0 = 0 \/ a0 = 1) as [-> | ->] by lia; assert (b0 = 0 \/ b0 = 1) as [-> | ->] by lia; cbn;
      rewrite ?Z.lxor_0_r, ?Z.lxor_0_l, ?Z.lxor_nilpotent; reflexivity.
Qed.

(** * Extents that are powers of 2 *)

Lemma power_of_divisor n s t : 0 <= n -> 1 <= s -> s * t = 2 ^ n -> exists k, 0 <= k <= n /\ s = 2 ^ k.
Proof.
  intros Hn. revert s t. pattern n. apply natlike_ind; [| |exact Hn]; clear n Hn.
  - intros s t Hs E. exists 0. rewrite Z.pow_0_r in *. split; [lia|].
    destruct (Z.mul_eq_1 s t E) as [-> | ->]; lia.
  - intros n Hn IH s t Hs E. rewrite Z.pow_succ_r in E by lia.
    destruct (Z.Even_or_Odd s) as [[u ->] | [u ->]].
    + destruct (IH u t ltac:(lia) ltac:(nia)) as (k & Hk & ->). exists (k + 1).
      rewrite Z.pow_add_r by lia. lia.
    + destruct (Z.Even_or_Odd t) as [[v ->] | [v ->]].
      * destruct (IH (2 * u + 1) v Hs ltac:(nia)) as (k & Hk & E'). exists k. split; [lia | exact E'].
      * exfalso. assert (2 * (2 * u * v + u + v) + 1 = 2 * 2 ^ n) by nia. lia.
Qed.

Lemma xor_split k x y : 0 <= k -> Z.lxor x y mod 2 ^ k = Z.lxor (x mod 2 ^ k) (y mod 2 ^ k) /\
  Z.lxor x y / 2 ^ k = Z.lxor (x / 2 ^ k) (y / 2 ^ k).
Proof. intros Hk. split; [now apply xor_mod|]. rewrite <- !Z.shiftr_div_pow2 by exact Hk. apply Z.shiftr_lxor. Qed.

Lemma offset_xor_linear l n x y : 0 <= n -> positive l -> count l = 2 ^ n -> 0 <= x -> 0 <= y ->
  offset_xor l (Z.lxor x y) = Z.lxor (offset_xor l x) (offset_xor l y).
Proof.
  intros Hn P. revert n x y Hn. induction P as [| [s d] l Hs P IH]; intros n x y Hn C Hx Hy; [reflexivity|].
  simpl in Hs. rewrite count_cons in C. destruct (power_of_divisor n s _ Hn Hs C) as (k & Hk & ->).
  rewrite !offset_xor_cons. destruct (xor_split k x y ltac:(lia)) as [-> ->].
  assert (0 < 2 ^ k) by (apply Z.pow_pos_nonneg; lia).
  rewrite carryless_xor by (apply Z.mod_pos_bound; lia).
  rewrite (IH (n - k)); [apply xor_swap | lia | | apply Z.div_pos; lia | apply Z.div_pos; lia].
  replace (2 ^ n) with (2 ^ k * 2 ^ (n - k)) in C by (rewrite <- Z.pow_add_r by lia; f_equal; lia). nia.
Qed.

(** A function of [2^n] coordinates is that of a layout with XOR strides if and only if it is linear over F2. Modes of
    extent 2 with its values at the powers of 2 suffice. *)
Theorem xor_layout_of_function f n : 0 <= n ->
  (exists l, positive l /\ count l = 2 ^ n /\ forall x, 0 <= x < 2 ^ n -> offset_xor l x = f x) <->
  (forall x y, 0 <= x < 2 ^ n -> 0 <= y < 2 ^ n -> f (Z.lxor x y) = Z.lxor (f x) (f y)).
Proof.
  intros Hn. split.
  - intros (l & P & C & F) x y Hx Hy. rewrite <- !F; [|assumption..|now apply xor_below].
    apply (offset_xor_linear l n); tauto.
  - intros L. exists (bits_of f 0 (Z.to_nat n)).
    split; [|split].
    + clear. generalize 0. induction (Z.to_nat n) as [| m IH]; intros k; constructor; [simpl; lia | apply IH].
    + rewrite count_bits, Z2Nat.id by exact Hn. reflexivity.
    + intros x Hx.
      assert (0 < 2 ^ n) by (apply Z.pow_pos_nonneg; lia).
      set (g := fun x => f (x mod 2 ^ n)).
      assert (G : linear g) by (intros u v; unfold g; rewrite xor_mod by exact Hn; apply L; apply Z.mod_pos_bound; lia).
      assert (E : bits_of f 0 (Z.to_nat n) = bits_of g 0 (Z.to_nat n)).
      { assert (K : forall m k, 0 <= k -> k + Z.of_nat m <= n -> bits_of f k m = bits_of g k m).
        { induction m as [| m IH]; intros k Hk Hm; [reflexivity|]. cbn [bits_of]. rewrite IH by lia. f_equal. f_equal.
          unfold g. rewrite Z.mod_small; [reflexivity|]. split; [apply Z.pow_nonneg; lia | apply Z.pow_lt_mono_r; lia]. }
        apply K; lia. }
      rewrite E, bits_right; [| exact G | lia | rewrite Z2Nat.id by exact Hn; exact Hx].
      unfold g. rewrite Z.mod_small by lia. f_equal. lia.
Qed.
