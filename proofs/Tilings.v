(** Tilings of [0..n] by copies of a layout. Copies that fill [0..n] begin at the offsets of the complement of the
    layout, which is found (docs/rules/complement.md: this leaves no choice). *)

From Tilework Require Export Complement.

(** Each multiple of [p] in [0..p n] is the sum of an element of [A] and one of [T] in exactly one way, and there are
    no other sums. *)
Definition tiles (A T : Z -> Prop) (p n : Z) : Prop :=
  A 0 /\ T 0 /\
  (forall a t, A a -> T t -> exists x, 0 <= x < n /\ a + t = p * x) /\
  (forall x, 0 <= x < n -> exists a t, A a /\ T t /\ a + t = p * x) /\
  (forall a t b u, A a -> T t -> A b -> T u -> a + t = b + u -> a = b).

(** * Two steps of arithmetic *)

(** If [q] is the least nonzero element of [A], then [A] consists of multiples of [q], and [T] of whole blocks. *)
Lemma blocks A T n q : tiles A T 1 n -> 1 <= q -> A q -> (forall a, A a -> a = 0 \/ q <= a) ->
  forall k, 0 <= k ->
    (forall r, 0 <= r < q -> A (k * q + r) -> r = 0) /\
    (forall r, 0 <= r < q -> T (k * q + r) -> forall r', 0 <= r' < q -> T (k * q + r')).
Proof.
  intros (A0 & T0 & Hin & Hcov & Huni) Hq Aq least.
  assert (Ar : forall a, A a -> 0 <= a < n).
  { intros a Ha. destruct (Hin a 0 Ha T0) as (x & Hx & E). lia. }
  assert (Tr : forall t, T t -> 0 <= t < n).
  { intros t Ht. destruct (Hin 0 t A0 Ht) as (x & Hx & E). lia. }
  assert (first : forall r, 0 <= r < q -> T r).
  { intros r Hr. pose proof (Ar q Aq).
    destruct (Hcov r ltac:(lia)) as (a & t & Ha & Ht & E).
    pose proof (Tr t Ht). destruct (least a Ha); [|lia]. now replace r with t by lia. }
  intros k Hk. pattern k. apply Zlt_0_ind; [|exact Hk]. clear k Hk. intros k IH Hk.
  destruct (Z.eq_dec k 0) as [-> | K0].
  { split; [intros r Hr Ha | intros r Hr Ht r' Hr']; cbn in *.
    - destruct (least r Ha); lia.
    - now apply first. }
  set (x := k * q) in *. assert (Dx : x = k * q) by reflexivity. clearbody x.
  assert (K1 : 1 <= k) by lia. assert (Hx : q <= x) by nia.
  destruct (Z_lt_le_dec x n) as [X | X].
  2:{ split; [intros r Hr Ha | intros r Hr Ht r' Hr'].
      - pose proof (Ar _ Ha). lia.
      - pose proof (Tr _ Ht). lia. }
  destruct (Hcov x ltac:(lia)) as (a & t & Ha & Ht & E). rewrite Z.mul_1_l in E.
  pose proof (Tr t Ht) as Bt.
  destruct (Z.eq_dec a 0) as [-> | N].
  - replace t with x in Ht by lia. clear t E Bt.
    assert (none : forall r, 0 <= r < q -> A (x + r) -> r = 0).
    { intros r Hr Har. destruct (Z.eq_dec r 0) as [| R]; [assumption|]. exfalso.
      pose proof (Huni (x + r) (q - r) q x Har (first (q - r) ltac:(lia)) Aq Ht ltac:(lia)). lia. }
    split; [exact none|]. intros _ _ _ r Hr.
    destruct (Hin q x Aq Ht) as (y & Hy & Ey).
    destruct (Hcov (x + r) ltac:(lia)) as (b & u & Hb & Hu & Eb). rewrite Z.mul_1_l in Eb.
    pose proof (Tr u Hu) as Bu.
    destruct (least b Hb) as [-> | Lb]; [now replace (x + r) with u by lia|]. exfalso.
    pose proof (Z.div_mod b q ltac:(lia)) as D. pose proof (Z.mod_pos_bound b q ltac:(lia)) as M.
    set (j := b / q) in *. set (o := b mod q) in *. clearbody j o.
    assert (1 <= j) by nia. assert (j <= k) by nia.
    destruct (Z.eq_dec j k) as [J | J].
    + assert (B : b = x + o) by (subst x; nia). rewrite B in Hb. pose proof (none o M Hb) as O.
      rewrite O, Z.add_0_r in Hb.
      pose proof (Huni x 0 0 x Hb T0 A0 Ht ltac:(lia)). lia.
    + destruct (IH j ltac:(lia)) as [I1 _]. destruct (IH (k - j) ltac:(lia)) as [_ I2].
      assert (O : o = 0) by (apply (I1 o M); now replace (j * q + o) with b by lia).
      assert (U : u = (k - j) * q + r) by (subst x; nia). rewrite U in Hu.
      pose proof (I2 r Hr Hu 0 ltac:(lia)) as V.
      pose proof (Huni b ((k - j) * q + 0) 0 x Hb V A0 Ht ltac:(subst x; nia)). lia.
  - destruct (least a Ha) as [| La]; [contradiction|].
    pose proof (Z.div_mod a q ltac:(lia)) as D. pose proof (Z.mod_pos_bound a q ltac:(lia)) as M.
    set (j := a / q) in *. set (o := a mod q) in *. clearbody j o.
    assert (1 <= j) by nia. assert (j <= k) by nia.
    assert (O : o = 0).
    { destruct (Z.eq_dec j k) as [J | J]; [subst x; nia|].
      destruct (IH j ltac:(lia)) as [I1 _]. apply (I1 o M). now replace (j * q + o) with a by lia. }
    destruct (IH (k - j) ltac:(lia)) as [_ I2].
    assert (full : forall r, 0 <= r < q -> T (t + r)).
    { intros r Hr. replace (t + r) with ((k - j) * q + r) by (subst x; nia).
      apply (I2 0); [lia | | lia]. now replace ((k - j) * q + 0) with t by (subst x; nia). }
    split.
    + intros r Hr Har. pose proof (Huni (x + r) 0 a (t + r) Har T0 Ha (full r Hr) ltac:(lia)). lia.
    + intros r Hr Htr. exfalso.
      pose proof (Huni 0 (x + r) a (t + r) A0 Htr Ha (full r Hr) ltac:(lia)). lia.
Qed.

(** If copies of [0..s] fill [0..n], they begin at the multiples of [s]. *)
Lemma runs (U : Z -> Prop) n s : 1 <= s -> 1 <= n ->
  (forall r u, 0 <= r < s -> U u -> 0 <= r + u < n) ->
  (forall x, 0 <= x < n -> exists r u, 0 <= r < s /\ U u /\ r + u = x) ->
  (forall r u r' u', 0 <= r < s -> U u -> 0 <= r' < s -> U u' -> r + u = r' + u' -> r = r') ->
  (exists m, n = m * s) /\ (forall u, U u -> exists j, u = j * s) /\
  (forall j, 0 <= j -> j * s < n -> U (j * s)).
Proof.
  intros Hs Hn Hin Hcov Huni.
  assert (multiples : forall j, 0 <= j -> j * s < n -> U (j * s)).
  { intros j Hj. pattern j. apply natlike_ind; [| |exact Hj]; clear j Hj.
    - intros _. destruct (Hcov 0 ltac:(lia)) as (r & u & Hr & Hu & E).
      pose proof (Hin 0 u ltac:(lia) Hu). now replace (0 * s) with u by lia.
    - intros j Hj IH L. specialize (IH ltac:(nia)).
      destruct (Hcov (Z.succ j * s) ltac:(nia)) as (r & u & Hr & Hu & E).
      destruct (Z.eq_dec r 0) as [-> | R]; [now replace (Z.succ j * s) with u by lia|]. exfalso.
      pose proof (Huni (s - r) (j * s) 0 u ltac:(lia) IH ltac:(lia) Hu ltac:(nia)). lia. }
  assert (only : forall u, U u -> exists j, u = j * s).
  { intros u Hu. pose proof (Hin 0 u ltac:(lia) Hu).
    pose proof (Z.div_mod u s ltac:(lia)) as D. pose proof (Z.mod_pos_bound u s ltac:(lia)) as M.
    pose proof (Z.div_pos u s ltac:(lia) ltac:(lia)).
    exists (u / s).
    pose proof (Huni (u mod s) (u / s * s) 0 u M (multiples (u / s) ltac:(lia) ltac:(lia)) ltac:(lia) Hu
      ltac:(lia)). lia. }
  split; [|split; assumption].
  destruct (Hcov (n - 1) ltac:(lia)) as (r & u & Hr & Hu & E). destruct (only u Hu) as (j & J).
  pose proof (Hin (s - 1) u ltac:(lia) Hu). exists (j + 1). lia.
Qed.

(** * The values of a layout *)

Definition values (l : list mode) (x : Z) : Prop := exists i, 0 <= i < count l /\ offset l i = x.

Lemma values_nil x : values [] x <-> x = 0.
Proof.
  unfold values. rewrite count_nil. split; [intros (i & _ & <-); reflexivity|].
  intros ->. exists 0. split; [lia | reflexivity].
Qed.

Lemma values_cons s d l x : 1 <= s ->
  values ((s, d) :: l) x <-> exists c y, 0 <= c < s /\ values l y /\ x = c * d + y.
Proof.
  intros Hs. unfold values. rewrite count_cons. split.
  - intros (i & Hi & <-). destruct (split_coordinate i s _ Hs Hi) as (a & b & -> & Ha & Hb).
    exists a, (offset l b). split; [exact Ha|]. split; [now exists b|]. now rewrite offset_cons_at.
  - intros (c & y & Hc & (b & Hb & <-) & ->). exists (c + s * b). split; [nia|].
    now rewrite offset_cons_at.
Qed.

Lemma values_0 l : positive l -> values l 0.
Proof. intros P. exists 0. pose proof (count_positive l P). split; [lia | apply offset_0]. Qed.

Lemma values_permutation l m x : Permutation l m -> positive l -> values l x -> values m x.
Proof. intros E P (i & Hi & <-). apply (offset_permutation _ _ E P i Hi). Qed.

Lemma values_least l d x : positive l -> 0 <= d -> Forall (fun m => d <= snd m) l ->
  values l x -> x = 0 \/ d <= x.
Proof.
  intros P Hd F. revert x. induction P as [| [s e] l Hs P IH]; intros x V.
  - left. now apply values_nil.
  - pose proof (Forall_inv F) as He. apply Forall_inv_tail in F. simpl in Hs, He.
    apply values_cons in V as (c & y & Hc & Hy & ->); [|exact Hs].
    destruct (Z.eq_dec c 0) as [-> | N]; [destruct (IH F y Hy); lia|].
    assert (e <= c * e) by nia. destruct (IH F y Hy); lia.
Qed.

Lemma values_close g c e x : positive g -> 1 <= c ->
  values (close g c e) x <-> exists y k, values g y /\ 0 <= k < c /\ x = y + k * e.
Proof.
  intros P Hc. unfold close. destruct (Z.eqb_spec c 1) as [-> | C].
  - split.
    + intros V. exists x, 0. split; [exact V | lia].
    + intros (y & k & V & Hk & ->). replace k with 0 by lia. now replace (y + 0 * e) with y by ring.
  - unfold values. rewrite count_app, count_cons, count_nil, Z.mul_1_r. split.
    + intros (i & Hi & <-). destruct (split_coordinate i _ c (count_positive g P) Hi) as (a & b & -> & Ha & Hb).
      exists (offset g a), b. split; [now exists a|]. split; [exact Hb|].
      rewrite offset_app_at, offset_cons, offset_nil, Z.mod_small by assumption. ring.
    + intros (y & k & (a & Ha & <-) & Hk & ->). exists (a + count g * k). split; [nia|].
      rewrite offset_app_at, offset_cons, offset_nil, Z.mod_small by assumption. ring.
Qed.

(** * The gaps are forced *)

Lemma gaps_complete l p n T : sorted_by snd l -> Forall (fun m => 2 <= fst m) l -> injective l ->
  1 <= p -> 1 <= n -> tiles (values l) T p n ->
  exists g e c, gaps true p l = Some (g, e) /\ 1 <= e /\ 1 <= c /\ p * n = c * e /\ positive g /\
    forall x, T x <-> exists y k, values g y /\ 0 <= k < c /\ x = y + k * e.
Proof.
  revert p n T. induction l as [| [s d] l IH]; intros p n T Hsort F I Hp Hn H.
  - destruct H as (A0 & T0 & Hin & Hcov & Huni). exists [], p, n. cbn [gaps].
    split; [reflexivity|]. split; [exact Hp|]. split; [exact Hn|]. split; [ring|]. split; [constructor|].
    intros x. split.
    + intros Ht. destruct (Hin 0 x A0 Ht) as (k & Hk & E). exists 0, k.
      split; [now apply values_nil|]. split; [exact Hk | lia].
    + intros (y & k & V & Hk & ->). apply values_nil in V as ->.
      destruct (Hcov k Hk) as (a & t & Ha & Ht & E). apply values_nil in Ha as ->.
      now replace (0 + k * p) with t by lia.
  - destruct Hsort as [S1 S2]. pose proof (Forall_inv F) as Hs. apply Forall_inv_tail in F. simpl in Hs.
    assert (P : positive l) by (eapply Forall_impl; [|exact F]; simpl; intros; lia).
    assert (P' : positive ((s, d) :: l)) by (constructor; [simpl; lia | exact P]).
    pose proof (count_positive l P) as Cl.
    assert (il : injective l).
    { intros i j Hi Hj E. pose proof (I (0 + s * i) (0 + s * j)) as K. rewrite count_cons in K.
      rewrite !offset_cons_at in K by lia. specialize (K ltac:(nia) ltac:(nia) ltac:(lia)). nia. }
    pose proof H as (A0 & T0 & Hin & Hcov & Huni).
    assert (Vd : values ((s, d) :: l) d).
    { apply values_cons; [lia|]. exists 1, 0. split; [lia|]. split; [now apply values_0 | lia]. }
    destruct (Hin d 0 Vd T0) as (q & Hq & Eq).
    assert (D0 : d <> 0).
    { intros ->. pose proof (I 1 0) as K. rewrite count_cons in K.
      rewrite offset_0, offset_cons, Z.div_small, offset_0 in K by lia.
      specialize (K ltac:(nia) ltac:(nia) ltac:(lia)). lia. }
    assert (Hd : d = p * q) by lia. assert (q1 : 1 <= q) by nia. assert (d1 : p <= d) by nia.
    assert (least : forall a, values ((s, d) :: l) a -> a = 0 \/ d <= a).
    { intros a. apply values_least; [exact P' | lia |]. constructor; [simpl; lia | exact S1]. }
    (* In multiples of p. *)
    assert (B := blocks (fun a => values ((s, d) :: l) (p * a)) (fun t => T (p * t)) n q).
    assert (mA : forall a, values ((s, d) :: l) a -> exists a', a = p * a').
    { intros a Ha. destruct (Hin a 0 Ha T0) as (x & _ & E). exists x. lia. }
    assert (mT : forall t, T t -> exists t', t = p * t').
    { intros t Ht. destruct (Hin 0 t A0 Ht) as (x & _ & E). exists x. lia. }
    specialize (B ltac:(
      split; [now rewrite Z.mul_0_r|]; split; [now rewrite Z.mul_0_r|];
      split; [intros a t Ha Ht; destruct (Hin _ _ Ha Ht) as (x & Hx & E); exists x; split; [exact Hx | nia]|];
      split; [intros x Hx; destruct (Hcov x Hx) as (a & t & Ha & Ht & E);
              destruct (mA a Ha) as (a' & ->), (mT t Ht) as (t' & ->);
              exists a', t'; split; [exact Ha|]; split; [exact Ht | nia]|];
      intros a t b u Ha Ht Hb Hu E; pose proof (Huni _ _ _ _ Ha Ht Hb Hu ltac:(nia)); nia) q1).
    cbv beta in B. rewrite <- Hd in B. specialize (B Vd).
    assert (least' : forall a, values ((s, d) :: l) (p * a) -> a = 0 \/ q <= a).
    { intros a Ha. destruct (least _ Ha); [left | right]; nia. }
    specialize (B least').
    assert (nA : forall a, values ((s, d) :: l) a -> exists j, 0 <= j /\ a = j * d).
    { intros a Ha. destruct (Hin a 0 Ha T0) as (x & Hx & E). assert (a = p * x) by lia. subst a.
      pose proof (Z.div_mod x q ltac:(lia)) as D. pose proof (Z.mod_pos_bound x q ltac:(lia)) as M.
      pose proof (Z.div_pos x q ltac:(lia) ltac:(lia)) as J.
      destruct (B (x / q) J) as [B1 _].
      replace x with (x / q * q + x mod q) in Ha by lia. pose proof (B1 _ M Ha). exists (x / q). nia. }
    (* The blocks of T, by their first elements. *)
    set (T' := fun t => T t /\ exists j, t = j * d).
    assert (bT : forall t, T t <-> exists r u, 0 <= r < q /\ T' u /\ t = r * p + u).
    { intros t. split.
      - intros Ht. destruct (Hin 0 t A0 Ht) as (x & Hx & E). assert (t = p * x) by lia. subst t.
        pose proof (Z.div_mod x q ltac:(lia)) as D. pose proof (Z.mod_pos_bound x q ltac:(lia)) as M.
        pose proof (Z.div_pos x q ltac:(lia) ltac:(lia)) as J.
        destruct (B (x / q) J) as [_ B2].
        exists (x mod q), (x / q * d). split; [exact M|]. split; [|nia].
        split; [|now exists (x / q)].
        replace x with (x / q * q + x mod q) in Ht by lia.
        pose proof (B2 _ M Ht 0 ltac:(lia)) as V. now replace (x / q * d) with (p * (x / q * q + 0)) by nia.
      - intros (r & u & Hr & (Hu & j & ->) & ->).
        destruct (Hin 0 _ A0 Hu) as (x & Hx & E). assert (0 <= j) by nia.
        destruct (B j ltac:(lia)) as [_ B2].
        replace (r * p + j * d) with (p * (j * q + r)) by nia.
        apply (B2 0); [lia | | exact Hr]. now replace (p * (j * q + 0)) with (j * d) by nia. }
    assert (T'0 : T' 0) by (split; [exact T0 | exists 0; ring]).
    (* The number of blocks. *)
    assert (exists m, n = m * q) as (m & Hm).
    { destruct (Hcov (n - 1) ltac:(lia)) as (a & t & Ha & Ht & E).
      apply bT in Ht as (r & u & Hr & Hu & ->).
      assert (V : T ((q - 1) * p + u)) by (apply bT; exists (q - 1), u; split; [lia | now split]).
      destruct (Hin a _ Ha V) as (x & Hx & Ex).
      destruct (nA a Ha) as (j & Hj & ->). destruct Hu as (_ & k & ->).
      assert (X1 : x - (n - 1) = q - 1 - r) by (apply (Z.mul_reg_l _ _ p); lia).
      assert (r = q - 1) by lia. subst r.
      exists (j + k + 1). apply (Z.mul_reg_l _ _ p); [lia|]. subst d. lia. }
    assert (Hm1 : 1 <= m) by nia.
    (* In multiples of d: runs of s. *)
    assert (R := runs (fun u => exists b t, values l b /\ T' t /\ b + t = u * d) m s ltac:(lia) Hm1).
    assert (bl : forall b c, values l b -> 0 <= c < s -> values ((s, d) :: l) (c * d + b)).
    { intros b c Hb Hc. apply values_cons; [lia|]. exists c, b. repeat split; auto; lia. }
    assert (nl : forall b, values l b -> exists j, b = j * d).
    { intros b Hb. destruct (nA (0 * d + b)) as (j & _ & E); [apply bl; [exact Hb | lia]|]. exists j. lia. }
    destruct R as (R1 & R2 & R3).
    + intros r u Hr (b & t & Hb & [Ht _] & E).
      destruct (Hin _ _ (bl b r Hb Hr) Ht) as (x & Hx & Ex). assert (x = (r + u) * q) by nia. nia.
    + intros x Hx. destruct (Hcov (x * q) ltac:(nia)) as (a & t & Ha & Ht & E).
      pose proof (nA a Ha) as (j & _ & J).
      apply values_cons in Ha as (c & b & Hc & Hb & ->); [|lia].
      exists c, (x - c). split; [exact Hc|]. split; [|lia]. exists b, t. split; [exact Hb|]. split; [|nia].
      split; [exact Ht|]. exists (x - j). nia.
    + intros r u r' u' Hr (b & t & Hb & [Ht _] & E) Hr' (b' & t' & Hb' & [Ht' _] & E') X.
      pose proof (Huni _ _ _ _ (bl b r Hb Hr) Ht (bl b' r' Hb' Hr') Ht' ltac:(nia)) as K.
      destruct Hb as (i & Hi & <-), Hb' as (i' & Hi' & <-).
      rewrite <- !(offset_cons_at s d l) in K by assumption.
      apply I in K; [| rewrite count_cons; nia | rewrite count_cons; nia].
      assert (i = i') by nia. nia.
    + destruct R1 as (m' & ->). assert (Hm' : 1 <= m') by nia.
      assert (H' : tiles (values l) T' (s * d) m').
      { split; [now apply values_0|]. split; [exact T'0|]. split; [|split].
        - intros a t Ha Ht. pose proof (nl a Ha) as (j & J). pose proof Ht as (Ht1 & k & K).
          destruct (R2 (j + k)) as (z & Z0); [exists a, t; split; [exact Ha|]; split; [exact Ht | nia]|].
          exists z. split; [|nia].
          destruct (Hin (0 * d + a) t (bl a 0 Ha ltac:(lia)) Ht1) as (x & Hx & Ex).
          assert (x = z * s * q) by nia. nia.
        - intros x Hx. destruct (R3 x ltac:(lia) ltac:(nia)) as (b & t & Hb & Ht & E).
          exists b, t. split; [exact Hb|]. split; [exact Ht | nia].
        - intros a t b u Ha [Ht _] Hb [Hu _] E.
          pose proof (Huni _ _ _ _ (bl a 0 Ha ltac:(lia)) Ht (bl b 0 Hb ltac:(lia)) Hu ltac:(lia)). lia. }
      destruct (IH (s * d) m' T' S2 F il ltac:(nia) Hm' H') as (g & e & c & G1 & G2 & G3 & G4 & G5 & G6).
      assert (Dq : d / p = q) by (rewrite Hd, Z.mul_comm; apply Z_div_mult; lia).
      assert (Dm : d mod p = 0) by (rewrite Hd, Z.mul_comm; apply Z_mod_mult).
      exists (if q =? 1 then g else (q, p) :: g), e, c.
      cbn [gaps negb orb]. rewrite Dm, Dq, G1. destruct (Z.leb_spec p d); [|lia]. cbn.
      split; [reflexivity|]. split; [exact G2|]. split; [exact G3|]. split; [nia|].
      destruct (Z.eqb_spec q 1) as [-> | Q].
      * split; [exact G5|]. intros x. rewrite <- G6, bT. split.
        -- intros (r & u & Hr & Hu & ->). replace r with 0 by lia. now replace (0 * p + u) with u by ring.
        -- intros Hu. exists 0, x. split; [lia|]. split; [exact Hu | ring].
      * split; [constructor; [simpl; lia | exact G5]|]. intros x. rewrite bT. split.
        -- intros (r & u & Hr & Hu & ->). apply G6 in Hu as (y & k & Hy & Hk & ->).
           exists (r * p + y), k. split; [|split; [exact Hk | ring]].
           apply values_cons; [lia|]. exists r, y. now repeat split.
        -- intros (z & k & Hz & Hk & ->). apply values_cons in Hz as (r & y & Hr & Hy & ->); [|lia].
           exists r, (y + k * e). split; [exact Hr|]. split; [|ring]. apply G6. now exists y, k.
Qed.

(** If copies of the layout that begin at [T], one of them at 0, fill [0..n], then the complement is found, and [T]
    are its offsets. So if it is refused, no copies fill [0..n]. *)
Theorem complement_tiles l n T : positive l -> 1 <= n -> injective l -> tiles (values l) T 1 n ->
  exists r, complement l n = Some r /\ forall x, T x <-> values r x.
Proof.
  intros P Hn I H. unfold complement.
  set (moving := filter (fun m => negb (is_one m)) l). set (ones := filter is_one l).
  assert (E : Permutation (ones ++ sort moving) l).
  { rewrite sort_permutation. apply filter_permutation. }
  assert (O : Forall (fun m => fst m = 1) ones).
  { apply Forall_forall. intros m Hm. apply filter_In in Hm as [_ Hm]. now apply Z.eqb_eq. }
  assert (M : Forall (fun m => 2 <= fst m) (sort moving)).
  { apply Forall_forall. intros m Hm.
    apply (Permutation_in _ (sort_permutation moving)) in Hm.
    apply filter_In in Hm as [Hm X]. apply negb_true_iff, Z.eqb_neq in X.
    unfold positive in P. rewrite Forall_forall in P. specialize (P m Hm). simpl in P. lia. }
  assert (Po : positive (ones ++ sort moving)) by (eapply positive_permutation; [apply Permutation_sym, E | exact P]).
  assert (Io : injective (ones ++ sort moving)) by (eapply injective_permutation; [apply Permutation_sym, E | exact P | exact I]).
  assert (C : count (ones ++ sort moving) = count (sort moving)) by (rewrite count_app, (count_ones _ O); ring).
  assert (Is : injective (sort moving)).
  { intros i j Hi Hj X. apply Io; rewrite ?C; try assumption. now rewrite !offset_ones. }
  assert (V : forall x, values (sort moving) x <-> values l x).
  { intros x. transitivity (values (ones ++ sort moving) x).
    - unfold values. rewrite C. split; intros (i & Hi & X); exists i; (split; [exact Hi|]);
        rewrite offset_ones in *; assumption.
    - split; apply values_permutation; [exact E | exact Po | apply Permutation_sym, E | exact P]. }
  destruct (gaps_complete (sort moving) 1 n T) as (g & e & c & G1 & G2 & G3 & G4 & G5 & G6);
    [apply sort_by_sorted | exact M | exact Is | lia | exact Hn | |].
  { destruct H as (H1 & H2 & H3 & H4 & H5). split; [now apply V|]. split; [exact H2|].
    split; [intros a t Ha; apply H3; now apply V|].
    split; [intros x Hx; destruct (H4 x Hx) as (a & t & Ha & K); exists a, t; split; [now apply V | exact K]|].
    intros a t b u Ha Ht Hb. apply H5; try apply V; assumption. }
  rewrite G1. assert (Z1 : n = c * e) by lia.
  rewrite Z1, Z_mod_mult, Z_div_mult by lia. cbn.
  exists (close g c e). split; [reflexivity|]. intros x. rewrite G6. symmetry. now apply values_close.
Qed.

(** Increasing layouts with the same values are the same function. *)
Lemma increasing_values l m i : increasing l -> increasing m -> (forall x, values l x -> values m x) ->
  0 <= i -> (forall j, 0 <= j < i -> j < count m -> offset l j = offset m j) -> i < count l -> i < count m ->
  offset m i <= offset l i.
Proof.
  intros L M V Hi IH Hl Hm. destruct (V (offset l i)) as (k & Hk & E); [now exists i|].
  destruct (Z_lt_le_dec k i) as [K | K].
  - specialize (IH k ltac:(lia) ltac:(lia)). pose proof (L k i ltac:(lia) K Hl). lia.
  - destruct (Z.eq_dec i k) as [-> |]; [lia|]. pose proof (M i k Hi ltac:(lia) ltac:(lia)). lia.
Qed.

Lemma increasing_count l m : increasing l -> (forall x, values l x -> values m x) ->
  1 <= count m -> (forall i, 0 <= i < count l -> i < count m -> offset l i = offset m i) -> count l <= count m.
Proof.
  intros L V Hm S. destruct (Z_lt_le_dec (count m) (count l)) as [K | K]; [exfalso | exact K].
  destruct (V (offset l (count m))) as (j & Hj & E); [exists (count m); split; [lia | reflexivity]|].
  rewrite <- (S j ltac:(lia) ltac:(lia)) in E. pose proof (L j (count m) ltac:(lia) ltac:(lia) K). lia.
Qed.

Lemma increasing_same_function l m : positive l -> positive m -> increasing l -> increasing m ->
  (forall x, values l x <-> values m x) -> same_function l m.
Proof.
  intros P Q L M V. pose proof (count_positive l P). pose proof (count_positive m Q).
  assert (S : forall i, 0 <= i -> i < count l -> i < count m -> offset l i = offset m i).
  { intros i Hi. pattern i. apply Zlt_0_ind; [|exact Hi]. clear i Hi. intros i IH Hi Hl Hm.
    apply Z.le_antisymm; apply increasing_values; try assumption; try (intros x; apply V).
    - intros j Hj K. symmetry. apply IH; lia.
    - intros j Hj K. apply IH; lia. }
  assert (C : count l = count m).
  { apply Z.le_antisymm; apply increasing_count; try assumption; try (intros x; apply V).
    - intros i Hi K. apply S; lia.
    - intros i Hi K. symmetry. apply S; lia. }
  split; [exact C|]. intros i Hi. apply S; lia.
Qed.

(** The offsets of a complement are a tiling. *)
Lemma complement_is_tiling l n r : positive l -> 1 <= n -> is_complement l n r ->
  injective l /\ tiles (values l) (values r) 1 n.
Proof.
  intros P Hn (Q & C & I & B1 & B2 & B3).
  pose proof (count_positive l P) as Cl. pose proof (count_positive r Q) as Cr. rewrite count_app in *.
  assert (inj : forall a t b u, 0 <= a < count l -> 0 <= t < count r -> 0 <= b < count l -> 0 <= u < count r ->
            offset l a + offset r t = offset l b + offset r u -> a = b /\ t = u).
  { intros a t b u Ha Ht Hb Hu E. rewrite <- !(offset_app_at l r) in E by assumption.
    apply B3 in E; [| nia | nia]. assert (t = u) by (destruct (Z.lt_trichotomy t u) as [L | [L | L]]; [exfalso; nia | exact L | exfalso; nia]).
    subst u. split; [lia | reflexivity]. }
  split.
  - intros i j Hi Hj E. apply (inj i 0 j 0); lia.
  - split; [now apply values_0|]. split; [now apply values_0|]. split; [|split].
    + intros ? ? (i & Hi & <-) (j & Hj & <-). rewrite <- (offset_app_at l r) by assumption.
      exists (offset (l ++ r) (i + count l * j)). split; [apply B1; nia | ring].
    + intros x Hx. destruct (B2 x Hx) as (i & Hi & <-).
      destruct (split_coordinate i _ _ Cl Hi) as (a & b & -> & Ha & Hb).
      exists (offset l a), (offset r b). split; [now exists a|]. split; [now exists b|].
      rewrite offset_app_at by assumption. ring.
    + intros ? ? ? ? (i & Hi & <-) (j & Hj & <-) (k & Hk & <-) (o & Ho & <-) E.
      now destruct (inj i j k o Hi Hj Hk Ho E) as [-> _].
Qed.

(** A complement in [n] is found if there is one, so it is unique. *)
Theorem complement_complete l n r : positive l -> 1 <= n ->
  complement l n = Some r <-> is_complement l n r.
Proof.
  intros P Hn. split; [now apply complement_right|]. intros H.
  destruct (complement_is_tiling l n r P Hn H) as [I K].
  destruct (complement_tiles l n _ P Hn I K) as (r' & E & V). rewrite E. f_equal.
  destruct (complement_right l n r' P Hn E) as (Q' & C' & I' & _), H as (Q & C & I0 & _).
  apply coalesced_unique; try assumption. apply increasing_same_function; try assumption.
  intros x. symmetry. apply V.
Qed.
