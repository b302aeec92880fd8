(** Left inverses of overlapping modes: strides that divide one another and hold the digits of all offsets
    (docs/rules/left_inverse.md, 2.; algebra/src/operation/left_inverse.rs, [covering_chain]). *)

From Tilework Require Export LeftInverse.

(** Each stride divides the next one, the last of them [e], and the extents hold all digits up to [e]. *)
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

(** The case where the last mode of the chain holds the remainder of every offset. *)
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

(** The case where it is the last mode of the layout, which continues without end. *)
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

(** * Such a chain is found *)

Definition pace (u : term) : Z := snd (fst u).

Definition reaches (u : term) (d : Z) : bool :=
  (pace u <? d) && (d mod pace u =? 0) && (d / pace u <=? fst (fst u)).

(** Terms from one with the smallest stride up to, but without, one of stride [d]. *)
Fixpoint chain_to (T : list term) (smallest : Z) (fuel : nat) (d : Z) : option (list term) :=
  if d =? smallest then Some []
  else
    match fuel with
    | O => None
    | S fuel =>
        fold_right
          (fun u other =>
             match (if reaches u d then chain_to T smallest fuel (pace u) else None) with
             | Some q => Some (q ++ [u])
             | None => other
             end) None T
    end.

(** A chain, and the term at its end, which [holds] all offsets. *)
Definition covering_chain (T : list term) (smallest : Z) (holds : term -> bool) : option (list term * term) :=
  fold_right
    (fun t other =>
       match (if holds t then chain_to T smallest (Z.to_nat (pace t)) (pace t) else None) with
       | Some q => Some (q, t)
       | None => other
       end) None T.

Definition term_like (T : list term) : Prop := Forall (fun u => 1 <= fst (fst u) /\ 1 <= pace u) T.

Lemma links_app q u d n : links q (pace u) -> 1 <= n <= fst (fst u) -> 1 <= pace u -> d = n * pace u ->
  links (q ++ [u]) d.
Proof.
  intros L Hn Hu E. destruct u as [[s e] w]. unfold pace in *. cbn [fst snd] in *.
  induction q as [| [[t f] v] q IH].
  - cbn. split; [exact Hu|]. split; [nia|]. exists n. split; [exact Hn | exact E].
  - destruct L as (L1 & L2 & m & L3 & L4). cbn [app links]. split; [exact L1|]. split; [now apply IH|].
    exists m. split; [exact L3|]. rewrite <- L4. destruct q as [| [[a b] c] q]; reflexivity.
Qed.

Lemma links_last q u d : links (q ++ [u]) d ->
  links q (pace u) /\ 1 <= pace u /\ exists n, 1 <= n <= fst (fst u) /\ d = n * pace u.
Proof.
  induction q as [| [[t f] v] q IH]; intros L.
  - destruct u as [[s e] w]. destruct L as (L1 & L2 & n & L3 & L4). unfold pace. cbn [fst snd].
    split; [exact L1|]. split; [exact L1|]. now exists n.
  - destruct L as (L1 & L2 & m & L3 & L4). destruct (IH L2) as (I1 & I2 & I3).
    split; [|now split]. split; [exact L1|]. split; [exact I1|]. exists m. split; [exact L3|].
    rewrite <- L4. destruct q as [| [[a b] c] q]; [destruct u as [[s e] w]; reflexivity | reflexivity].
Qed.

Lemma first_found {V} (f : term -> option V) (T : list term) :
  fold_right (fun u other => match f u with Some v => Some v | None => other end) None T <> None <->
  exists u, In u T /\ f u <> None.
Proof.
  induction T as [| u T IH]; cbn; [split; [easy | intros (u & [] & _)]|]. destruct (f u) as [v |] eqn:E.
  - split; [intros _; exists u; split; [now left | congruence] | discriminate].
  - rewrite IH. split; intros (w & H & N); exists w; (split; [|exact N]); [now right|].
    destruct H as [-> | H]; [congruence | exact H].
Qed.

Lemma first_taken {V} (f : term -> option V) (T : list term) v :
  fold_right (fun u other => match f u with Some v => Some v | None => other end) None T = Some v ->
  exists u, In u T /\ f u = Some v.
Proof.
  induction T as [| u T IH]; cbn; [discriminate|]. destruct (f u) as [v' |] eqn:E.
  - intros [= <-]. exists u. auto.
  - intros H. destruct (IH H) as (w & H1 & H2). exists w. auto.
Qed.

Lemma chain_to_step T smallest fuel d : d <> smallest ->
  chain_to T smallest (S fuel) d =
  fold_right (fun u other =>
      match option_map (fun q => q ++ [u]) (if reaches u d then chain_to T smallest fuel (pace u) else None) with
      | Some v => Some v | None => other end) None T.
Proof.
  intros N. cbn [chain_to]. destruct (Z.eqb_spec d smallest); [contradiction|].
  assert (G : forall U, fold_right
    (fun u other => match (if reaches u d then chain_to T smallest fuel (pace u) else None) with
                    | Some q => Some (q ++ [u]) | None => other end) None U =
    fold_right (fun u other =>
      match option_map (fun q => q ++ [u]) (if reaches u d then chain_to T smallest fuel (pace u) else None) with
      | Some v => Some v | None => other end) None U).
  { induction U as [| u U IH]; [reflexivity|]. cbn [fold_right]. rewrite IH.
    now destruct (if reaches u d then _ else None). }
  apply G.
Qed.

Lemma NoDup_app_last {V} (l : list V) x : NoDup l -> ~ In x l -> NoDup (l ++ [x]).
Proof.
  intros N H. apply (Permutation_NoDup (l := x :: l)); [apply Permutation_cons_append | now constructor].
Qed.

Lemma chain_to_right T smallest fuel d q : term_like T -> 1 <= d -> chain_to T smallest fuel d = Some q ->
  incl q T /\ links q d /\ match q with u :: _ => pace u | [] => d end = smallest /\
  NoDup q /\ Forall (fun u => pace u < d) q.
Proof.
  intros P. revert d q. induction fuel as [| fuel IH]; intros d q Hd H.
  - cbn in H. destruct (Z.eqb_spec d smallest) as [E |]; [|discriminate]. injection H as <-.
    repeat split; try constructor; assumption || (intros x []).
  - destruct (Z.eq_dec d smallest) as [E | N].
    + cbn [chain_to] in H. rewrite (proj2 (Z.eqb_eq _ _) E) in H. injection H as <-.
      repeat split; try constructor; assumption || (intros x []).
    + rewrite chain_to_step in H by exact N. apply first_taken in H as (u & Hu & H).
      destruct (reaches u d) eqn:R; [|discriminate].
      destruct (chain_to T smallest fuel (pace u)) as [q' |] eqn:E; [|discriminate]. injection H as <-.
      unfold term_like in P. pose proof P as P'. rewrite Forall_forall in P'. destruct (P' u Hu) as [U1 U2].
      unfold reaches in R. apply andb_true_iff in R as [R R3]. apply andb_true_iff in R as [R1 R2].
      apply Z.ltb_lt in R1. apply Z.eqb_eq in R2. apply Z.leb_le in R3.
      apply Z_div_exact_full_2 in R2; [|lia].
      destruct (IH (pace u) q' U2 E) as (I1 & I2 & I3 & I4 & I5).
      split; [intros x Hx; apply in_app_iff in Hx as [Hx | [<- | []]]; auto|].
      split; [apply (links_app q' u d (d / pace u)); [exact I2 | nia | exact U2 | lia]|].
      split; [destruct q' as [| x q']; exact I3|].
      rewrite Forall_forall in I5. split.
      * apply NoDup_app_last; [exact I4|]. intros Hx. specialize (I5 u Hx). cbv beta in I5. lia.
      * apply Forall_app. split; [|constructor; [exact R1 | constructor]].
        apply Forall_forall. intros x Hx. specialize (I5 x Hx). cbv beta in I5. lia.
Qed.

Lemma chain_to_complete T smallest q : term_like T -> forall d fuel, 1 <= d -> (Z.to_nat d <= fuel)%nat -> incl q T ->
  links q d -> match q with u :: _ => pace u | [] => d end = smallest -> chain_to T smallest fuel d <> None.
Proof.
  intros P. induction q as [| u q IH] using rev_ind; intros d fuel Hd Hf I L F.
  - subst d. destruct fuel; cbn [chain_to]; rewrite Z.eqb_refl; discriminate.
  - destruct (links_last _ _ _ L) as (L1 & L2 & n & Hn & E).
    assert (F' : match q with u :: _ => pace u | [] => pace u end = smallest) by (destruct q; exact F).
    assert (I' : incl q T) by (intros x Hx; apply I, in_app_iff; now left).
    destruct (Z.eq_dec n 1) as [-> | N].
    + rewrite Z.mul_1_l in E. subst d. now apply IH.
    + destruct (Z.eq_dec d smallest) as [Es | Ns].
      { destruct fuel; cbn [chain_to]; rewrite (proj2 (Z.eqb_eq _ _) Es); discriminate. }
      assert (B : pace u < d) by nia. destruct fuel as [| fuel]; [lia|]. rewrite chain_to_step by exact Ns.
      apply first_found. exists u. split; [apply I, in_app_iff; right; now left|].
      assert (R : reaches u d = true).
      { unfold reaches. rewrite E, Z_mod_mult, Z_div_mult by lia. rewrite <- E.
        rewrite (proj2 (Z.ltb_lt _ _) B), (proj2 (Z.leb_le n (fst (fst u)))) by lia. reflexivity. }
      rewrite R. specialize (IH (pace u) fuel L2 ltac:(lia) I' L1 F').
      destruct (chain_to T smallest fuel (pace u)); [discriminate | congruence].
Qed.

Lemma part_of {V} (l : list V) : NoDup l -> forall m, incl l m -> exists others, Permutation (l ++ others) m.
Proof.
  induction 1 as [| x l N _ IH]; intros m I; [now exists m|].
  destruct (in_split x m (I x (or_introl eq_refl))) as (m1 & m2 & ->).
  destruct (IH (m1 ++ m2)) as (others & E).
  { intros y Hy. assert (y <> x) by (intros ->; contradiction).
    specialize (I y (or_intror Hy)). apply in_app_iff in I as [I | [I | I]]; apply in_app_iff; [now left | congruence | now right]. }
  exists others. cbn [app]. rewrite E. apply Permutation_middle.
Qed.

(** A chain of terms is found if and only if there is one: it begins with the smallest stride and ends with a term
    that holds all offsets. The result consists of some of the terms, so that [left_inverse_chain] applies. *)
Theorem chain_found T smallest holds : term_like T ->
  (forall q t, covering_chain T smallest holds = Some (q, t) ->
     (exists others, Permutation ((q ++ [t]) ++ others) T) /\ links q (pace t) /\ lowest (q ++ [t]) = smallest /\
     holds t = true) /\
  (forall q t, incl (q ++ [t]) T -> links q (pace t) -> lowest (q ++ [t]) = smallest -> holds t = true ->
     covering_chain T smallest holds <> None).
Proof.
  intros P.
  assert (low : forall q t, lowest (q ++ [t]) = match q with u :: _ => pace u | [] => pace t end).
  { intros [| [[a b] c] q] [[s e] w]; reflexivity. }
  assert (E : covering_chain T smallest holds =
    fold_right (fun t other =>
      match option_map (fun q => (q, t)) (if holds t then chain_to T smallest (Z.to_nat (pace t)) (pace t) else None) with
      | Some v => Some v | None => other end) None T).
  { unfold covering_chain. assert (G : forall U, fold_right
    (fun t other => match (if holds t then chain_to T smallest (Z.to_nat (pace t)) (pace t) else None) with
                    | Some q => Some (q, t) | None => other end) None U =
    fold_right (fun t other =>
      match option_map (fun q => (q, t)) (if holds t then chain_to T smallest (Z.to_nat (pace t)) (pace t) else None) with
      | Some v => Some v | None => other end) None U).
    { induction U as [| u U IH]; [reflexivity|]. cbn [fold_right]. rewrite IH. now destruct (if holds u then _ else None). }
    apply G. }
  unfold term_like in P. pose proof P as P'. rewrite Forall_forall in P'.
  split; intros q t.
  - rewrite E. intros H. apply first_taken in H as (t' & Ht & H). destruct (holds t') eqn:O; [|discriminate].
    destruct (chain_to T smallest _ (pace t')) as [q' |] eqn:C; [|discriminate]. injection H as -> ->.
    destruct (P' t Ht) as [_ T1]. destruct (chain_to_right _ _ _ _ _ P T1 C) as (C1 & C2 & C3 & C4 & C5).
    split; [|split; [exact C2 | split; [now rewrite low | exact O]]].
    apply part_of.
    + apply NoDup_app_last; [exact C4|]. intros Hx. rewrite Forall_forall in C5. specialize (C5 t Hx). cbv beta in C5. lia.
    + intros x Hx. apply in_app_iff in Hx as [Hx | [<- | []]]; auto.
  - rewrite E. intros I L F O. apply first_found. exists t.
    assert (Ht : In t T) by (apply I, in_app_iff; right; now left). split; [exact Ht|]. rewrite O.
    destruct (P' t Ht) as [_ T1].
    assert (C : chain_to T smallest (Z.to_nat (pace t)) (pace t) <> None).
    { apply (chain_to_complete T smallest q P); [exact T1 | lia | | exact L | now rewrite <- low].
      intros x Hx. apply I, in_app_iff. now left. }
    destruct (chain_to T smallest _ (pace t)); [discriminate | congruence].
Qed.
