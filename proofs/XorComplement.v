(** Complements of layouts with XOR strides whose extents are powers of 2: when there is one, and which one
    (docs/rules/complement.md; algebra/src/stride/xor/complement.rs). *)

From Tilework Require Export XorLayouts Tilings.

(** Each integer of [0..n] is the XOR of an element of [V] and one of [T] in exactly one way, and there are no other
    XORs. *)
Definition xor_tiles (V T : Z -> Prop) (n : Z) : Prop :=
  (forall v t, V v -> T t -> 0 <= Z.lxor v t < n) /\
  (forall x, 0 <= x < n -> exists v t, V v /\ T t /\ Z.lxor v t = x) /\
  (forall v t w u, V v -> T t -> V w -> T u -> Z.lxor v t = Z.lxor w u -> v = w).

(** A linear space of nonnegative integers. *)
Definition space (V : Z -> Prop) : Prop :=
  V 0 /\ (forall v, V v -> 0 <= v) /\ forall v w, V v -> V w -> V (Z.lxor v w).

(** The blocks that end with the leading bits of [V] are whole in [0..n]. *)
Definition whole_blocks (V : Z -> Prop) (n : Z) : Prop := forall v, V v -> 0 < v -> (2 ^ (Z.log2 v + 1) | n).

(** * When there is one *)

Lemma tiles_closed V T n : space V -> xor_tiles V T n -> forall x v, 0 <= x < n -> V v -> 0 <= Z.lxor x v < n.
Proof.
  intros (_ & _ & C) (H1 & H2 & _) x v Hx Hv. destruct (H2 x Hx) as (w & t & Hw & Ht & <-).
  rewrite Z.lxor_assoc, (Z.lxor_comm t), <- Z.lxor_assoc. apply H1; [now apply C | exact Ht].
Qed.

Lemma xor_block k q y v : 0 <= k -> 0 <= y < 2 ^ k -> 0 <= v < 2 ^ k ->
  Z.lxor (2 ^ k * q + y) v = 2 ^ k * q + Z.lxor y v.
Proof.
  intros Hk Hy Hv.
  assert (E : forall u, 0 <= u < 2 ^ k -> 2 ^ k * q + u = Z.lxor u (2 ^ k * q)).
  { intros u Hu. rewrite xor_adds_without_carries; [ring | now apply below_and_above]. }
  rewrite (E y Hy), (E (Z.lxor y v)) by now apply xor_below.
  rewrite !Z.lxor_assoc. f_equal. apply Z.lxor_comm.
Qed.

Lemma closed_whole (V : Z -> Prop) n : 1 <= n -> (forall v, V v -> 0 <= v) ->
  (forall x v, 0 <= x < n -> V v -> 0 <= Z.lxor x v < n) -> whole_blocks V n.
Proof.
  intros Hn _ C v Hv Pv. set (k := Z.log2 v). pose proof (Z.log2_nonneg v).
  assert (Hk : 0 <= k) by apply Z.log2_nonneg. destruct (Z.log2_spec v Pv) as [L1 L2]. fold k in L1, L2.
  rewrite Z.pow_succ_r in L2 by exact Hk. rewrite Z.pow_add_r by lia. change (2 ^ 1) with 2.
  assert (0 < 2 ^ k) by (apply Z.pow_pos_nonneg; lia). set (b := 2 ^ k) in *.
  assert (P : b * 2 = 2 ^ (k + 1)) by (rewrite Z.pow_add_r by lia; reflexivity).
  pose proof (Z.div_mod n (b * 2) ltac:(lia)) as D. pose proof (Z.mod_pos_bound n (b * 2) ltac:(lia)) as M.
  set (q := n / (b * 2)) in *. set (o := n mod (b * 2)) in *.
  destruct (Z.eq_dec o 0) as [O | O]; [exists q; lia|]. exfalso.
  assert (0 <= q) by (unfold q; apply Z.div_pos; lia).
  (* The last element of the block goes to the lower half, and the lower half is there if the upper half is not
      empty. *)
  assert (low : forall y, b <= y < b * 2 -> 0 <= Z.lxor y v < b).
  { intros y Hy.
    assert (E : forall u, b <= u < b * 2 -> u = Z.lxor (u - b) b).
    { intros u Hu. replace b with (b * 1) at 2 by ring. rewrite xor_adds_without_carries; [lia|].
      apply below_and_above; [exact Hk | fold b; lia]. }
    rewrite (E y Hy), (E v) by lia. rewrite xor_swap, Z.lxor_nilpotent, Z.lxor_0_r.
    apply xor_below; [exact Hk | fold b; lia | fold b; lia]. }
  assert (in_block : forall y, 0 <= y < b * 2 -> Z.lxor (b * 2 * q + y) v = b * 2 * q + Z.lxor y v).
  { intros y Hy. rewrite P in *. apply xor_block; lia. }
  (* The first goes into the upper half. *)
  assert (F : 0 <= b * 2 * q + 0 < n) by lia. apply C with (v := v) in F; [|exact Hv].
  rewrite in_block, Z.lxor_0_l in F by lia.
  set (z := b * 2 - 1). pose proof (low z ltac:(unfold z; lia)) as Lz.
  assert (G : 0 <= b * 2 * q + Z.lxor z v < n) by lia. apply C with (v := v) in G; [|exact Hv].
  rewrite in_block in G by lia. rewrite Z.lxor_assoc, Z.lxor_nilpotent, Z.lxor_0_r in G. unfold z in G. lia.
Qed.

Lemma whole_closed (V : Z -> Prop) n x v : (forall v, V v -> 0 <= v) -> whole_blocks V n -> 0 <= x < n -> V v -> 0 <= Z.lxor x v < n.
Proof.
  intros N W Hx Hv. destruct (Z.eq_dec v 0) as [-> | Z0]; [now rewrite Z.lxor_0_r|].
  assert (Pv : 0 < v) by (specialize (N v Hv); lia).
  destruct (W v Hv Pv) as (m & Em). set (k := Z.log2 v + 1) in *. pose proof (Z.log2_nonneg v).
  destruct (Z.log2_spec v Pv) as [_ L]. replace (Z.succ (Z.log2 v)) with k in L by (unfold k; lia).
  assert (0 < 2 ^ k) by lia.
  pose proof (Z.div_mod x (2 ^ k) ltac:(lia)) as D. pose proof (Z.mod_pos_bound x (2 ^ k) ltac:(lia)) as M.
  pose proof (Z.div_pos x (2 ^ k) ltac:(lia) ltac:(lia)) as Q.
  set (q := x / 2 ^ k) in *. set (y := x mod 2 ^ k) in *. clearbody q y.
  assert (Hk : 0 <= k) by (unfold k; lia).
  rewrite D, (xor_block k q y v Hk M) by lia.
  pose proof (xor_below k y v Hk M ltac:(lia)) as B.
  assert (q < m) by nia. nia.
Qed.

(** * The remaining bits *)

Section Free.
  Variable V : Z -> Prop.
  Hypothesis S : space V.
  (** Whether a value of [V] begins with the bit. *)
  Variable leading : Z -> bool.
  Hypothesis leading_right : forall k, leading k = true <-> exists v, V v /\ 0 < v /\ Z.log2 v = k.

  (** None of the leading bits is set. *)
  Definition free (x : Z) : Prop := forall k, leading k = true -> Z.testbit x k = false.

  Lemma free_unique v t w u : V v -> free t -> V w -> free u -> Z.lxor v t = Z.lxor w u -> v = w.
  Proof.
    destruct S as (_ & N & C). intros Hv Ft Hw Fu E.
    assert (X : Z.lxor v w = Z.lxor t u).
    { transitivity (Z.lxor (Z.lxor v t) (Z.lxor t w)).
      - rewrite Z.lxor_assoc. f_equal. now rewrite <- Z.lxor_assoc, Z.lxor_nilpotent, Z.lxor_0_l.
      - rewrite E, (Z.lxor_comm w u), Z.lxor_assoc, (Z.lxor_comm t w), <- (Z.lxor_assoc w), Z.lxor_nilpotent, Z.lxor_0_l.
        apply Z.lxor_comm. }
    destruct (Z.eq_dec (Z.lxor v w) 0) as [Z0 | Z0]; [now apply Z.lxor_eq|]. exfalso.
    assert (P : 0 < Z.lxor v w) by (specialize (N _ (C v w Hv Hw)); lia).
    assert (L : leading (Z.log2 (Z.lxor v w)) = true) by (apply leading_right; exists (Z.lxor v w); auto).
    pose proof (Z.bit_log2 _ P) as B. rewrite X in B at 1. rewrite Z.lxor_spec, (Ft _ L), (Fu _ L) in B. discriminate.
  Qed.

  Lemma free_reached (top : nat) x : 0 <= x -> (forall k, leading k = true -> k < Z.of_nat top) ->
    exists v, V v /\ free (Z.lxor v x).
  Proof.
    destruct S as (V0 & N & C). intros Hx B.
    assert (G : forall m : nat, (m <= top)%nat -> exists v, V v /\
      forall k, Z.of_nat top - Z.of_nat m <= k -> leading k = true -> Z.testbit (Z.lxor v x) k = false).
    { induction m as [| m IH]; intros Hm.
      - exists 0. split; [exact V0|]. intros k Hk L. specialize (B k L). lia.
      - destruct IH as (v & Hv & F); [lia|]. set (k := Z.of_nat top - Z.of_nat (Datatypes.S m)).
        destruct (leading k && Z.testbit (Z.lxor v x) k) eqn:E.
        + apply andb_true_iff in E as [L T]. apply leading_right in L as (w & Hw & Pw & Lw).
          exists (Z.lxor v w). split; [now apply C|]. intros j Hj Lj.
          rewrite Z.lxor_assoc, (Z.lxor_comm w), <- Z.lxor_assoc, Z.lxor_spec.
          destruct (Z.eq_dec j k) as [-> | J].
          * rewrite T, <- Lw, Z.bit_log2 by exact Pw. reflexivity.
          * rewrite F by (assumption || (unfold k in *; lia)). rewrite Z.bits_above_log2 by (unfold k in *; lia). reflexivity.
        + exists v. split; [exact Hv|]. intros j Hj Lj. destruct (Z.eq_dec j k) as [-> | J].
          * rewrite Lj in E. exact E.
          * apply F; [unfold k in *; lia | exact Lj]. }
    destruct (G top (Nat.le_refl _)) as (v & Hv & F). exists v. split; [exact Hv|].
    intros k L. apply F; [|exact L]. apply leading_right in L as (w & _ & _ & <-). pose proof (Z.log2_nonneg w). lia.
  Qed.

  (** A mode for each remaining bit, from [k] on, and one for the copies of all these. *)
  Fixpoint free_bits (k : Z) (m : nat) (copies : Z) : list mode :=
    match m with
    | O => [(copies, 2 ^ k)]
    | Datatypes.S m => if leading k then free_bits (k + 1) m copies else (2, 2 ^ k) :: free_bits (k + 1) m copies
    end.

  Lemma free_bits_spaced k m c : 0 <= k -> 1 <= c -> spaced (2 ^ k) (free_bits k m c) /\ powers_apart (2 ^ k) (free_bits k m c).
  Proof.
    revert k. induction m as [| m IH]; intros k Hk Hc; simpl.
    - repeat split; try lia. right. exists k. repeat split; lia.
    - destruct (IH (k + 1) ltac:(lia) Hc) as [I1 I2].
      assert (E : 2 ^ (k + 1) = 2 * 2 ^ k) by (rewrite Z.pow_add_r by lia; change (2 ^ 1) with 2; ring).
      assert (0 < 2 ^ k) by (apply Z.pow_pos_nonneg; lia).
      destruct (leading k).
      + split.
        * eapply spaced_weaken; [|exact I1]. lia.
        * destruct (free_bits (k + 1) m c) as [| [s d] l]; [exact I|].
          destruct I2 as (P1 & [P2 | (j & P2 & P3 & P4 & P5)]); [|split; [exact P1|]; right; exists j; repeat split; try assumption; lia].
          split; [exact P1|]. left. destruct P2 as [P2 P3]. split; [exact P2|].
          exfalso. destruct I1 as (_ & I1 & _). subst d. lia.
      + rewrite E in I1, I2. split.
        * split; [lia|]. split; [lia | exact I1].
        * split; [lia|]. right. exists k. repeat split; try lia. exact I2.
  Qed.

  Lemma free_bits_values k m c x : 0 <= k -> 1 <= c ->
    values (free_bits k m c) x <->
    exists y, x = 2 ^ k * y /\ 0 <= y < c * 2 ^ Z.of_nat m /\
      forall j, 0 <= j < Z.of_nat m -> leading (k + j) = true -> Z.testbit y j = false.
  Proof.
    intros Hk Hc. revert k x Hk. induction m as [| m IH]; intros k x Hk.
    - cbn [free_bits]. rewrite values_cons by exact Hc. split.
      + intros (a & y & Ha & Hy & ->). apply values_nil in Hy as ->. exists a. split; [ring|].
        split; [change (2 ^ Z.of_nat 0) with 1; lia|]. intros j Hj. lia.
      + intros (y & -> & Hy & _). change (2 ^ Z.of_nat 0) with 1 in Hy. exists y, 0.
        split; [lia|]. split; [now apply values_nil | ring].
    - cbn [free_bits]. rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia.
      assert (P : 0 < 2 ^ Z.of_nat m) by (apply Z.pow_pos_nonneg; lia).
      assert (E : 2 ^ (k + 1) = 2 ^ k * 2) by (rewrite Z.pow_add_r by lia; reflexivity).
      assert (step : forall a y j, 0 <= a < 2 -> 0 <= j -> Z.testbit (a + 2 * y) (j + 1) = Z.testbit y j).
      { intros a y j Ha Hj. rewrite <- (Z.shiftr_spec (a + 2 * y) 1 j Hj), Z.shiftr_div_pow2 by lia.
        f_equal. change (2 ^ 1) with 2. replace (a + 2 * y) with (a + y * 2) by ring.
        rewrite Z_div_plus_full, Z.div_small by lia. lia. }
      assert (low : forall a y, 0 <= a < 2 -> Z.testbit (a + 2 * y) 0 = (a =? 1)).
      { intros a y Ha. assert (a = 0 \/ a = 1) as [-> | ->] by lia.
        - rewrite Z.add_0_l. apply Z.testbit_even_0.
        - rewrite Z.add_comm. apply Z.testbit_odd_0. }
      destruct (leading k) eqn:L.
      + rewrite IH by lia. split.
        * intros (y & -> & Hy & F). exists (0 + 2 * y). split; [rewrite E; ring|]. split; [lia|].
          intros j Hj Lj. destruct (Z.eq_dec j 0) as [-> | J]; [apply low; lia|].
          replace j with (j - 1 + 1) by ring. rewrite step by lia. apply F; [lia|].
          now replace (k + 1 + (j - 1)) with (k + j) by ring.
        * intros (y & -> & Hy & F).
          pose proof (Z.div_mod y 2 ltac:(lia)) as D. pose proof (Z.mod_pos_bound y 2 ltac:(lia)) as M.
          set (a := y mod 2) in *. set (z := y / 2) in *. clearbody a z.
          assert (a = 0).
          { specialize (F 0 ltac:(lia)). rewrite Z.add_0_r in F. specialize (F L).
            replace y with (a + 2 * z) in F by lia. rewrite low in F by lia. apply Z.eqb_neq in F. lia. }
          exists z. split; [rewrite E; subst a; rewrite D; ring|]. split; [nia|].
          intros j Hj Lj. specialize (F (j + 1) ltac:(lia)). replace y with (a + 2 * z) in F by lia.
          rewrite step in F by lia. apply F. now replace (k + (j + 1)) with (k + 1 + j) by ring.
      + rewrite values_cons by lia. split.
        * intros (a & u & Ha & Hu & ->). apply IH in Hu as (y & -> & Hy & F); [|lia].
          exists (a + 2 * y). split; [rewrite E; ring|]. split; [nia|].
          intros j Hj Lj. destruct (Z.eq_dec j 0) as [-> | J]; [rewrite Z.add_0_r in Lj; congruence|].
          replace j with (j - 1 + 1) by ring. rewrite step by lia. apply F; [lia|].
          now replace (k + 1 + (j - 1)) with (k + j) by ring.
        * intros (y & -> & Hy & F).
          pose proof (Z.div_mod y 2 ltac:(lia)) as D. pose proof (Z.mod_pos_bound y 2 ltac:(lia)) as M.
          set (a := y mod 2) in *. set (z := y / 2) in *. clearbody a z.
          exists a, (2 ^ (k + 1) * z). split; [exact M|]. split; [|rewrite E, D; ring].
          apply IH; [lia|]. exists z. split; [reflexivity|]. split; [nia|].
          intros j Hj Lj. specialize (F (j + 1) ltac:(lia)). replace y with (a + 2 * z) in F by lia.
          rewrite step in F by lia. apply F. now replace (k + (j + 1)) with (k + 1 + j) by ring.
  Qed.
End Free.

(** * Layouts *)

Definition xor_offsets (l : list mode) : list Z := map (offset_xor l) (range (count l)).

Definition begins (l : list mode) (k : Z) : bool := existsb (fun v => (0 <? v) && (Z.log2 v =? k)) (xor_offsets l).

(** The number of bits of the largest offset. *)
Definition width (l : list mode) : Z :=
  fold_right (fun v k => if 0 <? v then Z.max (Z.log2 v + 1) k else k) 0 (xor_offsets l).

Fixpoint distinct (l : list Z) : bool :=
  match l with
  | [] => true
  | x :: l => negb (if in_dec Z.eq_dec x l then true else false) && distinct l
  end.

Definition xor_complement (l : list mode) (n : Z) : option (list mode) :=
  if distinct (xor_offsets l) && (n mod 2 ^ width l =? 0)
  then Some (free_bits (begins l) 0 (Z.to_nat (width l)) (n / 2 ^ width l)) else None.

(** [r] is a complement of [l] in [n]. *)
Definition is_xor_complement (l : list mode) (n : Z) (r : list mode) : Prop :=
  positive r /\
  (forall i j, 0 <= i -> i < j -> j < count r -> offset_xor r i < offset_xor r j) /\
  (forall i, 0 <= i < count (l ++ r) -> 0 <= offset_xor (l ++ r) i < n) /\
  (forall x, 0 <= x < n -> exists i, 0 <= i < count (l ++ r) /\ offset_xor (l ++ r) i = x) /\
  (forall i j, 0 <= i < count (l ++ r) -> 0 <= j < count (l ++ r) ->
     offset_xor (l ++ r) i = offset_xor (l ++ r) j -> i = j).

Lemma distinct_right l : distinct l = true <-> NoDup l.
Proof.
  induction l as [| x l IH]; simpl; [split; [constructor | reflexivity]|].
  rewrite andb_true_iff, IH. destruct (in_dec Z.eq_dec x l) as [H | H]; simpl.
  - split; [easy|]. intros N. inversion N; contradiction.
  - split; [intros [_ N]; now constructor | intros N; inversion N; auto].
Qed.

Lemma xor_offsets_in l v : In v (xor_offsets l) <-> exists i, 0 <= i < count l /\ offset_xor l i = v.
Proof.
  unfold xor_offsets. rewrite in_map_iff. split.
  - intros (i & E & H). apply in_range in H. now exists i.
  - intros (i & H & E). exists i. split; [exact E | now apply in_range].
Qed.

Lemma begins_right l k : begins l k = true <-> exists v, In v (xor_offsets l) /\ 0 < v /\ Z.log2 v = k.
Proof.
  unfold begins. rewrite existsb_exists. split; intros (v & H & K); exists v.
  - apply andb_true_iff in K as [K1 K2]. apply Z.ltb_lt in K1. apply Z.eqb_eq in K2. auto.
  - destruct K as [K1 K2]. split; [exact H|]. apply andb_true_iff. split; [now apply Z.ltb_lt | now apply Z.eqb_eq].
Qed.

Lemma width_right l : 0 <= width l /\ (forall v, In v (xor_offsets l) -> 0 < v -> Z.log2 v < width l) /\
  (width l = 0 \/ exists v, In v (xor_offsets l) /\ 0 < v /\ width l = Z.log2 v + 1).
Proof.
  unfold width. induction (xor_offsets l) as [| v vs (I1 & I2 & I3)]; simpl.
  - split; [lia|]. split; [easy | now left].
  - set (k := fold_right _ 0 vs) in *. destruct (Z.ltb_spec 0 v) as [P | P].
    + pose proof (Z.log2_nonneg v) as L0. split; [lia|]. split.
      * intros w [<- | H] Pw; [lia | specialize (I2 w H Pw); lia].
      * right. destruct (Z.max_spec (Z.log2 v + 1) k) as [[M ->] | [M ->]].
        -- destruct I3 as [I3 | (w & H & Pw & E)]; [lia | exists w; auto].
        -- exists v. auto.
    + split; [exact I1|]. split.
      * intros w [<- | H] Pw; [lia | now apply I2].
      * destruct I3 as [I3 | (w & H & Pw & E)]; [now left | right; exists w; auto].
Qed.

Lemma whole_blocks_width l n : whole_blocks (fun v => In v (xor_offsets l)) n <-> (2 ^ width l | n).
Proof.
  destruct (width_right l) as (W1 & W2 & W3). split.
  - intros H. destruct W3 as [-> | (v & Hv & Pv & ->)]; [apply Z.divide_1_l | now apply H].
  - intros D v Hv Pv. eapply Z.divide_trans; [|exact D]. specialize (W2 v Hv Pv). pose proof (Z.log2_nonneg v).
    exists (2 ^ (width l - (Z.log2 v + 1))). rewrite <- Z.pow_add_r by lia. f_equal. lia.
Qed.

Lemma carryless_natural c d : 0 <= d -> 0 <= carryless c d.
Proof.
  intros Hd. destruct c as [| c | c]; [cbn; lia | | cbn; lia]. cbn. induction c as [c IH | c IH |]; cbn -[Z.mul]; [| lia | exact Hd].
  apply Z.lxor_nonneg. lia.
Qed.

Lemma offset_xor_natural l i : Forall (fun m => 0 <= snd m) l -> 0 <= offset_xor l i.
Proof.
  intros N. revert i. induction N as [| [s d] l Hd _ IH]; intros i; [cbn; lia|].
  rewrite offset_xor_cons. apply Z.lxor_nonneg. simpl in Hd. pose proof (carryless_natural (i mod s) d Hd).
  specialize (IH (i / s)). lia.
Qed.

Lemma offset_xor_0 l : offset_xor l 0 = 0.
Proof.
  induction l as [| [s d] l IH]; [reflexivity|]. rewrite offset_xor_cons, Zmod_0_l, Zdiv_0_l, IH. reflexivity.
Qed.

Lemma xor_space l m : 0 <= m -> positive l -> count l = 2 ^ m -> Forall (fun m => 0 <= snd m) l ->
  space (fun v => In v (xor_offsets l)).
Proof.
  intros Hm P C N. assert (0 < 2 ^ m) by (apply Z.pow_pos_nonneg; lia). split; [|split].
  - apply xor_offsets_in. exists 0. split; [lia | apply offset_xor_0].
  - intros v Hv. apply xor_offsets_in in Hv as (i & _ & <-). now apply offset_xor_natural.
  - intros v w Hv Hw. apply xor_offsets_in in Hv as (i & Hi & <-), Hw as (j & Hj & <-).
    apply xor_offsets_in. exists (Z.lxor i j). rewrite C in *. split; [now apply xor_below|].
    apply (offset_xor_linear l m); tauto.
Qed.

Lemma offset_xor_app_at l m a b : positive l -> 0 <= a < count l ->
  offset_xor (l ++ m) (a + count l * b) = Z.lxor (offset_xor l a) (offset_xor m b).
Proof.
  intros P. revert a. induction P as [| [s d] l Hs P IH]; intros a Ha.
  - rewrite count_nil in *. replace a with 0 by lia. cbn [app]. rewrite Z.lxor_0_l. f_equal. lia.
  - simpl in Hs. rewrite count_cons in *. destruct (split_coordinate a s _ Hs Ha) as (u & v & -> & Hu & Hv).
    cbn [app]. replace (u + s * v + s * count l * b) with (u + s * (v + count l * b)) by ring.
    rewrite !offset_xor_cons_at, IH by assumption. symmetry. apply Z.lxor_assoc.
Qed.

Lemma xor_injective l : NoDup (xor_offsets l) <->
  forall i j, 0 <= i < count l -> 0 <= j < count l -> offset_xor l i = offset_xor l j -> i = j.
Proof.
  unfold xor_offsets. split.
  - intros N i j Hi Hj. apply (duplicates _ _ N); now apply in_range.
  - intros I. apply no_duplicates; [|apply range_distinct]. intros i j Hi Hj. apply in_range in Hi, Hj. now apply I.
Qed.

(** The result is a complement. *)
Theorem xor_complement_right l m n r : 0 <= m -> positive l -> count l = 2 ^ m -> Forall (fun m => 0 <= snd m) l ->
  1 <= n -> xor_complement l n = Some r -> is_xor_complement l n r.
Proof.
  intros Hm P C N Hn. unfold xor_complement.
  destruct (distinct (xor_offsets l)) eqn:D; [|discriminate]. apply distinct_right in D. rewrite xor_injective in D.
  destruct (Z.eqb_spec (n mod 2 ^ width l) 0) as [E | E]; [|discriminate]. simpl. intros [= <-].
  destruct (width_right l) as (W1 & W2 & _).
  assert (W0 : 0 < 2 ^ width l) by (apply Z.pow_pos_nonneg; lia).
  apply Z_div_exact_full_2 in E; [|lia]. set (c := n / 2 ^ width l) in *. assert (Hc : 1 <= c) by nia.
  pose proof (xor_space l m Hm P C N) as S. set (V := fun v => In v (xor_offsets l)) in *.
  set (r := free_bits (begins l) 0 (Z.to_nat (width l)) c).
  destruct (free_bits_spaced (begins l) 0 (Z.to_nat (width l)) c ltac:(lia) Hc) as [R1 R2]. fold r in R1, R2.
  change (2 ^ 0) with 1 in R1, R2. pose proof (spaced_positive _ _ R1) as R3.
  assert (R4 : forall i, 0 <= i < count r -> offset_xor r i = offset r i).
  { intros i. apply xor_strides_add. clear - R1 R2. destruct r as [| [s d] r]; [exact I|].
    destruct R1 as (_ & R1 & _).
    destruct R2 as (H & [K | (k & K1 & K2 & K3 & K4)]); (split; [exact H|]); [exfalso; lia|].
    right. exists k. repeat split; try assumption. lia. }
  assert (T : forall t, (exists j, 0 <= j < count r /\ offset_xor r j = t) <-> 0 <= t < n /\ free (begins l) t).
  { intros t. transitivity (values r t).
    - split; intros (j & Hj & F); exists j; split; try exact Hj; [rewrite <- R4 | rewrite R4]; assumption.
    - unfold r. rewrite free_bits_values by lia. rewrite Z2Nat.id by lia. split.
      + intros (y & -> & Hy & F). change (2 ^ 0) with 1. rewrite Z.mul_1_l. split; [lia|].
        intros k L. pose proof L as L'. apply begins_right in L' as (v & Hv & Pv & <-).
        apply F; [|exact L]. pose proof (Z.log2_nonneg v). specialize (W2 v Hv Pv). lia.
      + intros [Ht F]. exists t. split; [change (2 ^ 0) with 1; ring|]. split; [lia|].
        intros j _. apply F. }
  assert (W : whole_blocks V n) by (apply whole_blocks_width; exists c; lia).
  assert (sum : forall v t, V v -> 0 <= t < n -> 0 <= Z.lxor v t < n).
  { intros v t Hv Ht. rewrite Z.lxor_comm. apply (whole_closed V); try assumption. apply S. }
  pose proof (count_positive l P) as Cl. pose proof (count_positive r R3) as Cr.
  split; [exact R3|]. split; [|split; [|split]]; rewrite ?count_app.
  - intros i j Hi Hij Hj. rewrite !R4 by lia. now apply (spaced_increasing r R1).
  - intros i Hi. destruct (split_coordinate i _ _ Cl Hi) as (a & b & -> & Ha & Hb).
    rewrite offset_xor_app_at by assumption. apply sum; [apply xor_offsets_in; now exists a|].
    now destruct (proj1 (T (offset_xor r b)) (ex_intro _ b (conj Hb eq_refl))).
  - intros x Hx. destruct (free_reached V S (begins l) (begins_right l) (Z.to_nat (width l)) x) as (v & Hv & F); [lia | |].
    { intros k L. apply begins_right in L as (v & Hv & Pv & <-). specialize (W2 v Hv Pv). lia. }
    pose proof (sum v x Hv Hx) as B. destruct (proj2 (T (Z.lxor v x)) (conj B F)) as (b & Hb & G).
    pose proof Hv as Hv'. apply xor_offsets_in in Hv' as (a & Ha & A).
    exists (a + count l * b). split; [nia|]. rewrite offset_xor_app_at, A, G by assumption.
    now rewrite <- Z.lxor_assoc, Z.lxor_nilpotent, Z.lxor_0_l.
  - intros i j Hi Hj. destruct (split_coordinate i _ _ Cl Hi) as (a & b & -> & Ha & Hb).
    destruct (split_coordinate j _ _ Cl Hj) as (a' & b' & -> & Ha' & Hb').
    rewrite !offset_xor_app_at by assumption. intros X.
    destruct (proj1 (T (offset_xor r b)) (ex_intro _ b (conj Hb eq_refl))) as [_ F].
    destruct (proj1 (T (offset_xor r b')) (ex_intro _ b' (conj Hb' eq_refl))) as [_ F'].
    pose proof (free_unique V S (begins l) (begins_right l) _ _ _ _
      (proj2 (xor_offsets_in l _) (ex_intro _ a (conj Ha eq_refl))) F (proj2 (xor_offsets_in l _) (ex_intro _ a' (conj Ha' eq_refl))) F' X) as Y.
    assert (Z.lxor (offset_xor l a) (Z.lxor (offset_xor l a) (offset_xor r b)) =
            Z.lxor (offset_xor l a) (Z.lxor (offset_xor l a) (offset_xor r b'))) as U by (rewrite X, <- Y; reflexivity).
    rewrite <- !Z.lxor_assoc, Z.lxor_nilpotent, !Z.lxor_0_l, !R4 in U by assumption.
    apply D in Y; try assumption. apply (increasing_injective r (spaced_increasing r R1)) in U; try assumption. rewrite Y, U. reflexivity.
Qed.

(** If there is a complement, or only a set of copies that fill [0..n], one is found. *)
Theorem xor_complement_complete l m n : 0 <= m -> positive l -> count l = 2 ^ m -> Forall (fun m => 0 <= snd m) l ->
  1 <= n ->
  ((exists r, is_xor_complement l n r) -> exists r, xor_complement l n = Some r) /\
  ((exists T, xor_tiles (fun v => In v (xor_offsets l)) T n) ->
   (forall i j, 0 <= i < count l -> 0 <= j < count l -> offset_xor l i = offset_xor l j -> i = j) ->
   exists r, xor_complement l n = Some r).
Proof.
  intros Hm P C N Hn.
  assert (G : (exists T, xor_tiles (fun v => In v (xor_offsets l)) T n) ->
   (forall i j, 0 <= i < count l -> 0 <= j < count l -> offset_xor l i = offset_xor l j -> i = j) ->
   exists r, xor_complement l n = Some r).
  { intros (T & H) I. pose proof (xor_space l m Hm P C N) as S.
    apply xor_injective, distinct_right in I. unfold xor_complement. rewrite I.
    assert (W : whole_blocks (fun v => In v (xor_offsets l)) n).
    { apply closed_whole; [exact Hn | apply S | now apply (tiles_closed _ T)]. }
    apply whole_blocks_width in W. assert (0 < 2 ^ width l) by (apply Z.pow_pos_nonneg; [lia | apply width_right]).
    apply Z.mod_divide in W; [|lia]. rewrite W. simpl. eexists. reflexivity. }
  split; [|exact G]. intros (r & R & _ & R1 & R2 & R3). pose proof (count_positive l P). pose proof (count_positive r R).
  rewrite count_app in *.
  assert (inj : forall a b a' b', 0 <= a < count l -> 0 <= b < count r -> 0 <= a' < count l -> 0 <= b' < count r ->
     Z.lxor (offset_xor l a) (offset_xor r b) = Z.lxor (offset_xor l a') (offset_xor r b') -> a = a').
  { intros a b a' b' Ha Hb Ha' Hb' E. rewrite <- !(offset_xor_app_at l r) in E by assumption.
    apply R3 in E; [| nia | nia].
    assert (b = b') by (destruct (Z.lt_trichotomy b b') as [L | [L | L]]; [exfalso; nia | exact L | exfalso; nia]).
    subst b'. lia. }
  apply G.
  - exists (fun t => exists j, 0 <= j < count r /\ offset_xor r j = t). split; [|split].
    + intros v t Hv (j & Hj & <-). apply xor_offsets_in in Hv as (i & Hi & <-).
      rewrite <- offset_xor_app_at by assumption. apply R1. nia.
    + intros x Hx. destruct (R2 x Hx) as (i & Hi & <-).
      destruct (split_coordinate i _ _ (count_positive l P) Hi) as (a & b & -> & Ha & Hb).
      exists (offset_xor l a), (offset_xor r b). split; [apply xor_offsets_in; now exists a|]. split; [now exists b|].
      now rewrite offset_xor_app_at.
    + intros v t w u Hv (j & Hj & <-) Hw (k & Hk & <-) E.
      apply xor_offsets_in in Hv as (a & Ha & <-), Hw as (b & Hb & <-). f_equal. now apply (inj a j b k).
  - intros i j Hi Hj E. apply (inj i 0 j 0); try assumption; try lia. now rewrite E.
Qed.
