(** Two accesses to shared memory have a layout, linear over F2, in which neither has a conflict
    (docs/rules/shared_layout.md). Elements are as wide as a bank, and there are [2^r] banks. *)

From Tilework Require Export FunctionToLayout Complement Xor.

(** Vectors of [n] bits are the integers of [0..2^n], and XOR adds them. An access is the set of differences of the
    coordinates that are served together. *)
Definition subspace (n : Z) (L : list Z) : Prop :=
  In 0 L /\ (forall x, In x L -> 0 <= x < 2 ^ n) /\ forall x y, In x L -> In y L -> In (Z.lxor x y) L.

(** One mode of extent 2 for each stride. *)
Definition bits (ws : list Z) : list mode := map (fun w => (2, w)) ws.

Lemma count_of_bits ws : count (bits ws) = 2 ^ Z.of_nat (length ws).
Proof.
  induction ws as [| w ws IH]; [reflexivity|]. cbn [bits map length]. rewrite count_cons. fold (bits ws).
  rewrite IH, Nat2Z.inj_succ, Z.pow_succ_r by lia. reflexivity.
Qed.

Lemma positive_bits ws : positive (bits ws).
Proof. induction ws; constructor; [simpl; lia | assumption]. Qed.

(** No nonzero coordinate of these bits is mapped into [L]. *)
Definition avoids (L ws : list Z) : Prop :=
  forall y, 0 <= y < count (bits ws) -> In (offset_xor (bits ws) y) L -> y = 0.

(** Sums of elements of [L] and combinations of the bits. *)
Definition sums (L ws : list Z) : list Z :=
  map (fun p => Z.lxor (fst p) (offset_xor (bits ws) (snd p))) (list_prod L (range (count (bits ws)))).

Lemma sums_in L ws x : In x (sums L ws) <->
  exists a y, In a L /\ 0 <= y < count (bits ws) /\ x = Z.lxor a (offset_xor (bits ws) y).
Proof.
  unfold sums. rewrite in_map_iff. split.
  - intros ((a & y) & <- & H). apply in_prod_iff in H as [Ha Hy]. apply in_range in Hy. now exists a, y.
  - intros (a & y & Ha & Hy & ->). exists (a, y). split; [reflexivity|]. apply in_prod; [exact Ha | now apply in_range].
Qed.

Lemma xor_bits ws x y : 0 <= x < count (bits ws) -> 0 <= y < count (bits ws) ->
  0 <= Z.lxor x y < count (bits ws) /\
  offset_xor (bits ws) (Z.lxor x y) = Z.lxor (offset_xor (bits ws) x) (offset_xor (bits ws) y).
Proof.
  revert x y. induction ws as [| w ws IH]; intros x y Hx Hy.
  - unfold bits in *. cbn [map] in *. rewrite count_nil in *.
    replace x with 0 by lia. replace y with 0 by lia. split; [cbn; lia | reflexivity].
  - cbn [bits map] in *. fold (bits ws) in *. rewrite count_cons in *.
    destruct (split_coordinate x 2 _ ltac:(lia) Hx) as (a & b & -> & Ha & Hb).
    destruct (split_coordinate y 2 _ ltac:(lia) Hy) as (c & q & -> & Hc & Hq).
    destruct (IH b q Hb Hq) as [B E].
    assert (A : 0 <= Z.lxor a c < 2).
    { assert (a = 0 \/ a = 1) as [-> | ->] by lia; assert (c = 0 \/ c = 1) as [-> | ->] by lia; cbn; lia. }
    assert (S : Z.lxor (a + 2 * b) (c + 2 * q) = Z.lxor a c + 2 * Z.lxor b q).
    { assert (D : forall u v, 0 <= u < 2 -> u + 2 * v = Z.lxor u (Z.shiftl v 1)).
      { intros u v Hu. rewrite Z.shiftl_mul_pow2 by lia. rewrite xor_adds_without_carries; [lia|].
        rewrite Z.mul_comm. apply (below_and_above 1); [lia | exact Hu]. }
      rewrite (D a b Ha), (D c q Hc), (D (Z.lxor a c) _ A).
      rewrite Z.shiftl_lxor, !Z.lxor_assoc. f_equal. rewrite <- !Z.lxor_assoc. f_equal. apply Z.lxor_comm. }
    rewrite S. split; [lia|]. rewrite !offset_xor_cons_at by assumption. rewrite E.
    assert (K : carryless (Z.lxor a c) w = Z.lxor (carryless a w) (carryless c w)).
    { assert (a = 0 \/ a = 1) as [-> | ->] by lia; assert (c = 0 \/ c = 1) as [-> | ->] by lia; cbn;
        rewrite ?Z.lxor_0_r, ?Z.lxor_0_l, ?Z.lxor_nilpotent; reflexivity. }
    rewrite K, !Z.lxor_assoc. f_equal. rewrite <- !Z.lxor_assoc. f_equal. apply Z.lxor_comm.
Qed.

Lemma xor_mod n a b : 0 <= n -> Z.lxor a b mod 2 ^ n = Z.lxor (a mod 2 ^ n) (b mod 2 ^ n).
Proof.
  intros Hn. rewrite <- !Z.land_ones by exact Hn. apply Z.bits_inj'. intros k _.
  rewrite Z.lxor_spec, !Z.land_spec, Z.lxor_spec.
  now destruct (Z.testbit a k), (Z.testbit b k), (Z.testbit (Z.ones n) k).
Qed.

Lemma xor_below n a b : 0 <= n -> 0 <= a < 2 ^ n -> 0 <= b < 2 ^ n -> 0 <= Z.lxor a b < 2 ^ n.
Proof.
  intros Hn Ha Hb. rewrite <- (Z.mod_small a (2 ^ n)), <- (Z.mod_small b (2 ^ n)), <- xor_mod by assumption.
  apply Z.mod_pos_bound. lia.
Qed.

Lemma sums_closed n L ws x y : subspace n L -> In x (sums L ws) -> In y (sums L ws) -> In (Z.lxor x y) (sums L ws).
Proof.
  intros (_ & _ & C) Hx Hy. apply sums_in in Hx as (a & u & Ha & Hu & ->), Hy as (b & v & Hb & Hv & ->).
  destruct (xor_bits ws u v Hu Hv) as [B E].
  apply sums_in. exists (Z.lxor a b), (Z.lxor u v). split; [now apply C|]. split; [exact B|].
  rewrite E, !Z.lxor_assoc. f_equal. rewrite <- !Z.lxor_assoc. f_equal. apply Z.lxor_comm.
Qed.

Lemma range_distinct n : NoDup (range n).
Proof. apply no_duplicates; [intros; lia | apply seq_NoDup]. Qed.

(** Fewer than [2^n] vectors leave one vector out. *)
Lemma left_out n (l : list Z) : 0 <= n -> Z.of_nat (length l) < 2 ^ n -> exists x, 0 <= x < 2 ^ n /\ ~ In x l.
Proof.
  intros Hn H. destruct (forallb (fun x => if in_dec Z.eq_dec x l then true else false) (range (2 ^ n))) eqn:E.
  - exfalso. rewrite forallb_forall in E.
    assert (I : incl (range (2 ^ n)) l).
    { intros x Hx. specialize (E x Hx). now destruct (in_dec Z.eq_dec x l). }
    apply NoDup_incl_length in I; [|apply range_distinct]. unfold range in I. rewrite map_length, seq_length in I. lia.
  - assert (X : exists x, In x (range (2 ^ n)) /\ ~ In x l).
    { revert E. generalize (range (2 ^ n)). intros rs. induction rs as [| x rs IH]; simpl; [discriminate|].
      destruct (in_dec Z.eq_dec x l); simpl; intros E.
      - destruct (IH E) as (y & Hy & K). exists y. auto.
      - exists x. auto. }
    destruct X as (x & Hx & K). apply in_range in Hx. now exists x.
Qed.

Lemma sums_length L ws : Z.of_nat (length (sums L ws)) = Z.of_nat (length L) * 2 ^ Z.of_nat (length ws).
Proof.
  unfold sums. rewrite map_length, prod_length. unfold range. rewrite map_length, seq_length, count_of_bits.
  rewrite Nat2Z.inj_mul, Z2Nat.id; [reflexivity | apply Z.pow_nonneg; lia].
Qed.

(** Another bit stays outside of [L] if it is no such sum. *)
Lemma avoids_more n L ws v : subspace n L -> avoids L ws -> ~ In v (sums L ws) -> avoids L (v :: ws).
Proof.
  intros S A N y Hy H. cbn [bits map] in *. fold (bits ws) in *. rewrite count_cons in Hy.
  destruct (split_coordinate y 2 _ ltac:(lia) Hy) as (a & b & -> & Ha & Hb).
  rewrite offset_xor_cons_at in H by exact Ha.
  assert (a = 0 \/ a = 1) as [-> | ->] by lia.
  - change (carryless 0 v) with 0 in H. rewrite Z.lxor_0_l in H. rewrite (A b Hb H). reflexivity.
  - exfalso. apply N, sums_in. exists (Z.lxor v (offset_xor (bits ws) b)), b.
    change (carryless 1 v) with v in H. split; [exact H|]. split; [exact Hb|].
    now rewrite Z.lxor_assoc, Z.lxor_nilpotent, Z.lxor_0_r.
Qed.

Definition vectors (n : Z) (ws : list Z) : Prop := Forall (fun w => 0 <= w < 2 ^ n) ws.

(** Bits that stay outside of both, one more at a time: no space is the union of two smaller ones. *)
Lemma avoids_both n r L M k : 0 <= r -> subspace n L -> subspace n M ->
  Z.of_nat (length L) <= 2 ^ r -> Z.of_nat (length M) <= 2 ^ r -> r + Z.of_nat k <= n ->
  exists ws, length ws = k /\ vectors n ws /\ avoids L ws /\ avoids M ws.
Proof.
  intros Hr SL SM HL HM. induction k as [| k IH]; intros Hk.
  - exists []. split; [reflexivity|]. split; [constructor|].
    split; intros y Hy _; unfold bits in Hy; cbn [map] in Hy; rewrite count_nil in Hy; lia.
  - destruct IH as (ws & E & V & AL & AM); [lia|].
    assert (small : forall L, Z.of_nat (length L) <= 2 ^ r -> Z.of_nat (length (sums L ws)) < 2 ^ n).
    { intros l Hl. rewrite sums_length, E. apply Z.le_lt_trans with (2 ^ r * 2 ^ Z.of_nat k).
      - apply Z.mul_le_mono_nonneg_r; [apply Z.pow_nonneg; lia | exact Hl].
      - rewrite <- Z.pow_add_r by lia. apply Z.pow_lt_mono_r; lia. }
    assert (F : exists v, 0 <= v < 2 ^ n /\ ~ In v (sums L ws) /\ ~ In v (sums M ws)).
    { destruct (left_out n (sums L ws) ltac:(lia) (small L HL)) as (a & Ha & NL).
      destruct (left_out n (sums M ws) ltac:(lia) (small M HM)) as (b & Hb & NM).
      destruct (in_dec Z.eq_dec a (sums M ws)) as [IM | ]; [|now exists a].
      destruct (in_dec Z.eq_dec b (sums L ws)) as [IL | ]; [|now exists b].
      exists (Z.lxor a b). split; [apply xor_below; lia|]. split; intros H.
      - apply NL. replace a with (Z.lxor (Z.lxor a b) b); [now apply (sums_closed n)|].
        now rewrite Z.lxor_assoc, Z.lxor_nilpotent, Z.lxor_0_r.
      - apply NM. replace b with (Z.lxor a (Z.lxor a b)); [now apply (sums_closed n)|].
        now rewrite <- Z.lxor_assoc, Z.lxor_nilpotent, Z.lxor_0_l. }
    destruct F as (v & Hv & NL & NM). exists (v :: ws). split; [now simpl; rewrite E|].
    split; [now constructor|]. split; [now apply (avoids_more n) | now apply (avoids_more n)].
Qed.

Lemma avoids_less L ws : In 0 L -> avoids L ws -> avoids [0] ws.
Proof. intros H A y Hy [E | []]. apply A; [exact Hy | now rewrite <- E]. Qed.

Lemma basis n ws j : 0 <= n -> vectors n ws -> avoids [0] ws -> Z.of_nat (length ws + j) <= n ->
  exists us, length us = j /\ vectors n (us ++ ws) /\ avoids [0] (us ++ ws).
Proof.
  intros Hn V A. induction j as [| j IH]; intros Hj.
  - exists []. now split.
  - destruct IH as (us & E & V' & A'); [lia|].
    destruct (left_out n (sums [0] (us ++ ws)) Hn) as (v & Hv & N).
    { rewrite sums_length, app_length, E. cbn [length]. rewrite Z.mul_1_l. apply Z.pow_lt_mono_r; lia. }
    exists (v :: us). split; [now simpl; rewrite E|]. split; [now constructor|].
    apply (avoids_more n); [|exact A' | exact N].
    split; [now left|]. split; intros x; [intros [<- | []]; split; [lia | apply Z.pow_pos_nonneg; lia]|].
    intros y [<- | []] [<- | []]. now left.
Qed.

Lemma vectors_offset n ws y : 0 <= n -> vectors n ws -> 0 <= y < count (bits ws) -> 0 <= offset_xor (bits ws) y < 2 ^ n.
Proof.
  intros Hn V. revert y. induction V as [| w ws Hw V IH]; intros y Hy.
  - cbn. split; [lia | apply Z.pow_pos_nonneg; lia].
  - cbn [bits map] in *. fold (bits ws) in *. rewrite count_cons in Hy.
    destruct (split_coordinate y 2 _ ltac:(lia) Hy) as (a & b & -> & Ha & Hb).
    rewrite offset_xor_cons_at by exact Ha. apply xor_below; [exact Hn | | now apply IH].
    assert (a = 0 \/ a = 1) as [-> | ->] by lia; [|exact Hw]. cbn. split; [lia | apply Z.pow_pos_nonneg; lia].
Qed.

Lemma offset_behind us ws z : 0 <= z < count (bits ws) ->
  offset_xor (bits (us ++ ws)) (2 ^ Z.of_nat (length us) * z) = offset_xor (bits ws) z.
Proof.
  intros Hz. induction us as [| u us IH]; [cbn [app length]; f_equal; lia|].
  cbn [app bits map length]. fold (bits (us ++ ws)). rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia.
  replace (2 * 2 ^ Z.of_nat (length us) * z) with (0 + 2 * (2 ^ Z.of_nat (length us) * z)) by ring.
  rewrite offset_xor_cons_at, IH by lia. apply Z.lxor_0_l.
Qed.

(** The layout takes coordinates to offsets, one to one, and never two threads of one access to the same bank. *)
Theorem two_accesses_without_conflicts n r L M : 0 <= r <= n -> subspace n L -> subspace n M ->
  Z.of_nat (length L) <= 2 ^ r -> Z.of_nat (length M) <= 2 ^ r ->
  exists l, Forall (fun m => fst m = 2) l /\ count l = 2 ^ n /\
    (forall x, 0 <= x < 2 ^ n -> 0 <= offset_xor l x < 2 ^ n) /\
    (forall x y, 0 <= x < 2 ^ n -> 0 <= y < 2 ^ n -> offset_xor l x = offset_xor l y -> x = y) /\
    forall x y, 0 <= x < 2 ^ n -> 0 <= y < 2 ^ n -> x <> y -> In (Z.lxor x y) L \/ In (Z.lxor x y) M ->
      offset_xor l x mod 2 ^ r <> offset_xor l y mod 2 ^ r.
Proof.
  intros Hr SL SM HL HM.
  destruct (avoids_both n r L M (Z.to_nat (n - r)) ltac:(lia) SL SM HL HM ltac:(lia)) as (ws & E & V & AL & AM).
  destruct (basis n ws (Z.to_nat r) ltac:(lia) V (avoids_less L ws (proj1 SL) AL) ltac:(lia)) as (us & E' & V' & A).
  set (N := 2 ^ n) in *. set (g := offset_xor (bits (us ++ ws))).
  assert (C : count (bits (us ++ ws)) = N).
  { rewrite count_of_bits, app_length, E, E'. unfold N. f_equal. lia. }
  assert (C' : N = 2 ^ r * count (bits ws)).
  { rewrite count_of_bits, E, Z2Nat.id by lia. unfold N. rewrite <- Z.pow_add_r by lia. f_equal. lia. }
  assert (Np : 0 < N) by (apply Z.pow_pos_nonneg; lia).
  assert (g_in : forall y, 0 <= y < N -> 0 <= g y < N).
  { intros y Hy. apply vectors_offset; [lia | exact V' | now rewrite C]. }
  assert (g_xor : forall x y, 0 <= x < N -> 0 <= y < N -> g (Z.lxor x y) = Z.lxor (g x) (g y)).
  { intros x y Hx Hy. apply xor_bits; now rewrite C. }
  assert (g_inj : forall x y, 0 <= x < N -> 0 <= y < N -> g x = g y -> x = y).
  { intros x y Hx Hy F. apply Z.lxor_eq, A; [rewrite C; now apply xor_below; [lia|..]|].
    left. fold g. rewrite g_xor, F by assumption. symmetry. apply Z.lxor_nilpotent. }
  assert (g_onto : forall x, 0 <= x < N -> exists y, 0 <= y < N /\ g y = x).
  { intros x Hx.
    assert (I : incl (range N) (map g (range N))).
    { apply NoDup_length_incl.
      - apply no_duplicates; [|apply range_distinct].
        intros a b Ha Hb. apply in_range in Ha, Hb. now apply g_inj.
      - now rewrite map_length.
      - intros y Hy. apply in_map_iff in Hy as (z & <- & Hz). apply in_range in Hz. apply in_range. now apply g_in. }
    specialize (I x ltac:(now apply in_range)). apply in_map_iff in I as (y & F & Hy). apply in_range in Hy. now exists y. }
  (* The way back. *)
  set (f := fun x => match find (fun y => g y =? x mod N) (range N) with Some y => y | None => 0 end).
  assert (f_right : forall x, 0 <= f x < N /\ g (f x) = x mod N).
  { intros x. unfold f. destruct (find _ _) as [y |] eqn:F.
    - apply find_some in F as [F G]. apply in_range in F. apply Z.eqb_eq in G. now split.
    - exfalso. destruct (g_onto (x mod N)) as (y & Hy & G); [apply Z.mod_pos_bound; lia|].
      pose proof (find_none _ _ F y ltac:(now apply in_range)) as K. apply Z.eqb_neq in K. contradiction. }
  assert (f_linear : linear f).
  { intros x y. destruct (f_right x) as [X1 X2], (f_right y) as [Y1 Y2], (f_right (Z.lxor x y)) as [Z1 Z2].
    apply g_inj; [exact Z1 | now apply xor_below; [lia|..]|]. rewrite g_xor, X2, Y2, Z2 by assumption.
    apply xor_mod. lia. }
  exists (bits_of f 0 (Z.to_nat n)).
  assert (F : forall x, 0 <= x < N -> offset_xor (bits_of f 0 (Z.to_nat n)) x = f x).
  { intros x Hx. rewrite bits_right; [f_equal; lia | exact f_linear | lia |]. rewrite Z2Nat.id by lia. exact Hx. }
  split; [|split; [|split; [|split]]].
  - clear. generalize 0. induction (Z.to_nat n) as [| m IH]; intros k; constructor; [reflexivity | apply IH].
  - rewrite count_bits, Z2Nat.id by lia. reflexivity.
  - intros x Hx. rewrite F by exact Hx. apply f_right.
  - intros x y Hx Hy. rewrite !F by assumption. intros G. destruct (f_right x) as [_ X], (f_right y) as [_ Y].
    rewrite !Z.mod_small in * by assumption. congruence.
  - intros x y Hx Hy N' H. rewrite !F by assumption. intros B.
    destruct (f_right x) as [X1 X], (f_right y) as [Y1 Y]. rewrite Z.mod_small in X, Y by assumption.
    (* Only the bits of the row differ. *)
    assert (D : 0 <= Z.lxor (f x) (f y) < N) by (apply xor_below; [lia | assumption..]).
    assert (R : Z.lxor (f x) (f y) mod 2 ^ r = 0) by (rewrite xor_mod, B by lia; apply Z.lxor_nilpotent).
    apply Z_div_exact_full_2 in R; [|apply Z.pow_nonzero; lia].
    set (z := Z.lxor (f x) (f y) / 2 ^ r) in *.
    assert (0 < 2 ^ r) by (apply Z.pow_pos_nonneg; lia).
    assert (Hz : 0 <= z < count (bits ws)) by nia.
    assert (G : offset_xor (bits ws) z = Z.lxor x y).
    { rewrite <- (offset_behind us ws z Hz), E', Z2Nat.id, <- R by lia. fold g. now rewrite g_xor, X, Y. }
    assert (z = 0) as Z0.
    { destruct H as [H | H]; [apply AL | apply AM]; try exact Hz; now rewrite G. }
    apply N'. apply Z.lxor_eq. rewrite <- G, Z0. rewrite <- (offset_behind us ws 0) by (split; [lia|]; nia).
    rewrite Z.mul_0_r. fold g. rewrite <- (Z.lxor_nilpotent 0), g_xor by lia. apply Z.lxor_nilpotent.
Qed.
