(** Left inverses of overlapping modes: strides that divide one another, where all offsets have their digits
    (RULES.md, "Left inverse", 2.; algebra/src/left_inverse.rs, [covering_chain]). *)

From Tilework Require Export LeftInverse.

(** Each stride divides the next one, the last of which is [e], and the extents hold all digits up to it. *)
Fixpoint links (q : list term) (e : Z) : Prop :=
  match q with
  | [] => 1 <= e
  | ((s, d), _) :: others =>
      1 <= d /\ links others e /\
      exists n, 1 <= n <= s /\ match others with ((_, d'), _) :: _ => d' | [] => e end = n * d
  end.

(** The digits whose radices are the strides. *)
Definition by_stride (q : list term) : list digit := map (fun u => (u, snd (fst u))) q.

Definition lowest (q : list term) : Z := match q with ((_, d), _) :: _ => d | [] => 1 end.

Lemma digits_of_chain q s e w x : links q e -> 0 <= x ->
  exists c y, inside (map fst (offsets q)) c /\ 0 <= y /\ y * e <= x * lowest (q ++ [((s, e), w)]) /\
    offset_ext (read_digits (by_stride (q ++ [((s, e), w)]))) x = inner_product c (map snd (places q)) + y * w /\
    inner_product c (map snd (offsets q)) + y * e = x * lowest (q ++ [((s, e), w)]).
Proof.
  revert x. induction q as [| [[t d] v] q IH]; intros x L Hx.
  - exists [], x. split; [constructor|]. split; [exact Hx|]. cbn. split; [lia|]. split; lia.
  - destruct L as (Hd & L & n & Hn & E).
    assert (H : lowest (q ++ [((s, e), w)]) = n * d) by (rewrite <- E; destruct q as [| [[u f] g] q]; reflexivity).
    destruct (IH (x / n) L (Z.div_pos x n Hx ltac:(lia))) as (c & y & I & Hy & B & F & G).
    pose proof (Z.div_mod x n ltac:(lia)) as D. pose proof (Z.mod_pos_bound x n ltac:(lia)) as M.
    exists (x mod n :: c), y. cbn [app lowest]. rewrite H in B, G.
    assert (B' : x / n * (n * d) <= x * d) by nia.
    split; [constructor; [simpl; lia | exact I]|]. split; [exact Hy|]. split; [lia|].
    cbn [places offsets map inner_product fst snd]. fold (places q) (offsets q). split.
    + rewrite <- Z.add_assoc, <- F. unfold by_stride. cbn [map app read_digits fst snd].
      fold (by_stride (q ++ [((s, e), w)])).
      assert (K : match by_stride (q ++ [((s, e), w)]) with (_, p') :: _ => p' / d | [] => 1 end = n).
      { assert (K : match by_stride (q ++ [((s, e), w)]) with (_, p') :: _ => p' / d | [] => 1 end =
                    lowest (q ++ [((s, e), w)]) / d) by (destruct q as [| [[u f] g] q]; reflexivity).
        rewrite K, H. apply Z_div_mult. lia. }
      rewrite K. rewrite offset_ext_cons; [reflexivity|].
      destruct q as [| [[u f] g] q]; discriminate.
    + rewrite <- Z.add_assoc, G. rewrite D at 3. ring.
Qed.

(** All offsets are multiples of the least stride of the chain, which divides all strides. *)
Definition multiples_of (e : Z) (l : list mode) : Prop :=
  forall k, 0 <= k < count l -> 0 <= offset l k /\ (e | offset l k).

Lemma digit_layout_ext q x : q <> [] ->
  offset_ext (digit_layout (by_stride q)) x = offset_ext (read_digits (by_stride q)) (x / lowest q).
Proof.
  intros N. unfold digit_layout. destruct q as [| [[s d] w] q]; [congruence|].
  rewrite offset_ext_cons by discriminate. cbn [lowest by_stride map snd fst]. ring.
Qed.

Lemma fst_places t : map fst (places t) = map fst (offsets t).
Proof. unfold places, offsets. now rewrite !map_map. Qed.

(** Where the last mode of the chain holds what is left of every offset. *)
Theorem left_inverse_chain l q s e w others : positive l ->
  Permutation ((q ++ [((s, e), w)]) ++ others) (weighted 1 l) -> links q e ->
  multiples_of (lowest (q ++ [((s, e), w)])) l ->
  (forall k, 0 <= k < count l -> offset l k / e < s) ->
  is_left_inverse l (digit_layout (by_stride (q ++ [((s, e), w)]))).
Proof.
  intros P E L M B k Hk. destruct (M k Hk) as [X0 (x & X)]. specialize (B k Hk).
  set (t := q ++ [((s, e), w)]) in *. set (d := lowest t) in *.
  assert (e1 : 1 <= e) by (clear - L; induction q as [| [[a b] c] q IH]; [exact L | now apply IH, L]).
  assert (d1 : 1 <= d).
  { unfold d, t. destruct q as [| [[a b] c] q]; [exact e1 | apply L]. }
  assert (Hx : 0 <= x) by nia.
  rewrite digit_layout_ext by (unfold t; destruct q; discriminate). fold d.
  rewrite X at 1. rewrite Z_div_mult by lia.
  destruct (digits_of_chain q s e w x L Hx) as (c & y & I & Hy & C & F & G). fold t d in C, F, G.
  rewrite F. rewrite X in B.
  assert (Y : y < s) by (apply Z.le_lt_trans with (2 := B); apply Z.div_le_lower_bound; lia).
  (* The coordinate of these digits. *)
  assert (J : inside (map fst (offsets t)) (c ++ [y])).
  { unfold t, offsets. rewrite !map_app. apply Forall2_app; [exact I|]. constructor; [simpl; lia | constructor]. }
  destruct (natural_integral _ _ J) as [N1 N2]. set (i := integral (map fst (offsets t)) (c ++ [y])) in *.
  change (product (map fst (offsets t))) with (count (offsets t)) in N2.
  destruct (some_terms l t others P E i N2) as [S1 S2].
  assert (inner_last : forall (f : term -> Z),
     inner_product (c ++ [y]) (map f q ++ [f ((s, e), w)]) = inner_product c (map f q) + y * f ((s, e), w)).
  { intros f. clear - I. revert c I. induction q as [| [[a b] v] q IH]; intros c I; inversion I; subst; simpl; [ring|].
    rewrite IH by assumption. ring. }
  assert (P1 : offset (places t) i = inner_product c (map snd (places q)) + y * w).
  { unfold offset. rewrite fst_places, N1. unfold t, places. rewrite !map_app, !map_map. cbn [map].
    exact (inner_last (fun u => snd (fst (fst u), snd u))). }
  assert (P2 : offset (offsets t) i = inner_product c (map snd (offsets q)) + y * e).
  { unfold offset. rewrite N1. unfold t, offsets. rewrite !map_app, !map_map. cbn [map].
    exact (inner_last (fun u => snd (fst u))). }
  rewrite <- P1, offset_ext_offset, S2, P2, G by assumption. symmetry. exact X.
Qed.

(** Or where that is the last mode of the layout, which goes on without end. *)
Theorem left_inverse_chain_ext l s e q others : positive l -> 1 <= s ->
  Permutation (q ++ others) (weighted 1 l) -> links q e ->
  multiples_of (lowest (q ++ [((s, e), count l)])) (l ++ [(s, e)]) ->
  is_left_inverse (l ++ [(s, e)]) (digit_layout (by_stride (q ++ [((s, e), count l)]))).
Proof.
  intros P Hs E L M k Hk. destruct (M k Hk) as [X0 (x & X)].
  set (t := q ++ [((s, e), count l)]) in *. set (d := lowest t) in *.
  assert (e1 : 1 <= e) by (clear - L; induction q as [| [[a b] c] q IH]; [exact L | now apply IH, L]).
  assert (d1 : 1 <= d).
  { unfold d, t. destruct q as [| [[a b] c] q]; [exact e1 | apply L]. }
  assert (Hx : 0 <= x) by nia.
  rewrite digit_layout_ext by (unfold t; destruct q; discriminate). fold d.
  rewrite X at 1. rewrite Z_div_mult by lia.
  destruct (digits_of_chain q s e (count l) x L Hx) as (c & y & I & Hy & C & F & G). fold t d in C, F, G.
  rewrite F.
  destruct (natural_integral _ _ I) as [N1 N2]. set (i := integral (map fst (offsets q)) c) in *.
  change (product (map fst (offsets q))) with (count (offsets q)) in N2.
  destruct (some_terms l q others P E i N2) as [S1 S2].
  assert (P1 : offset (places q) i = inner_product c (map snd (places q))).
  { unfold offset. now rewrite fst_places, N1. }
  assert (P2 : offset (offsets q) i = inner_product c (map snd (offsets q))) by (unfold offset; now rewrite N1).
  rewrite <- P1. set (j := offset (places q) i) in *.
  assert (K : offset_ext (l ++ [(s, e)]) (j + y * count l) = offset l j + y * e).
  { clearbody j. clear - P S1. revert y j S1. induction P as [| [a b] l Ha P IH]; intros y j Hj.
    - rewrite count_nil in *. replace j with 0 by lia. cbn. ring.
    - simpl in Ha. rewrite count_cons in *. cbn [app]. rewrite offset_ext_cons by (destruct l; discriminate).
      destruct (split_coordinate j a _ Ha Hj) as (u & v & -> & Hu & Hv).
      rewrite offset_cons_at by exact Hu. specialize (IH y v Hv).
      replace (u + a * v + y * (a * count l)) with (u + (v + y * count l) * a) by ring.
      rewrite Z_mod_plus_full, Z_div_plus_full, Z.mod_small, Z.div_small by lia.
      rewrite Z.add_0_l, IH. ring. }
  rewrite K, S2, P2, G. symmetry. exact X.
Qed.
