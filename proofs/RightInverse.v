(** Right inverse: the law, and that none is larger (docs/rules/right_inverse.md; algebra/src/operation/right_inverse.rs; 004,
    section 3.4.1). *)

From Tilework Require Export FunctionToLayout Complement.

(** A mode of extent above 1, with the weight of its coordinate in the integral coordinate. *)
Notation term := (mode * Z)%type.

Fixpoint weighted (w : Z) (l : list mode) : list term :=
  match l with
  | [] => []
  | (s, d) :: l => if s =? 1 then weighted w l else ((s, d), w) :: weighted (s * w) l
  end.

(** The layouts that take natural coordinates of terms to offsets and to integral coordinates. *)
Definition offsets (t : list term) : list mode := map fst t.
Definition places (t : list term) : list mode := map (fun u => (fst (fst u), snd u)) t.

Definition terms (l : list mode) : list term := sort_by (fun u => snd (fst u)) (weighted 1 l).

(** The modes whose stride is the span of those before. *)
Fixpoint chain (span : Z) (t : list term) : list term :=
  match t with
  | [] => []
  | ((s, d), w) :: t => if d =? span then ((s, d), w) :: chain (s * span) t else chain span t
  end.

(** The largest [n] such that terms sorted by stride may have all offsets of [0..n]; they lack the next one. *)
Fixpoint reach (r : Z) (t : list term) : Z :=
  match t with
  | [] => r
  | ((s, d), _) :: t => if r + 1 <? d then r else reach (r + (s - 1) * d) t
  end.

(** [is_right_inverse], as a procedure. *)
Definition inverts (l r : list mode) : bool :=
  forallb (fun i => (0 <=? offset r i) && (offset r i <? count l) && (offset l (offset r i) =? i))
    (range (count r)).

Definition longer (a b : list mode) : list mode := if count a <? count b then b else a.

(** The possible next modes after [r]: a coordinate with the next offset, and any extent. *)
Definition steps (l r : list mode) : list mode :=
  list_prod (filter (fun t => 2 <=? t) (range (count l / count r + 1)))
    (filter (fun v => offset l v =? count r) (range (count l))).

(** The longest right inverse that begins with [r]. *)
Fixpoint search (l : list mode) (fuel : nat) (r : list mode) : list mode :=
  match fuel with
  | O => r
  | S fuel =>
      fold_right (fun m best => if inverts l (r ++ [m]) then longer best (search l fuel (r ++ [m])) else best)
        r (steps l r)
  end.

(** Whether the chain has all offsets up to the first missing one. *)
Definition chain_suffices (l : list mode) : bool :=
  count (offsets (chain 1 (terms l))) =? reach 0 (terms l) + 1.

Definition right_inverse (l : list mode) : list mode :=
  if chain_suffices l then coalesce (places (chain 1 (terms l)))
  else coalesce (search l (Z.to_nat (count l)) []).

(** * Terms *)

Lemma weighted_positive w l : positive l -> positive (offsets (weighted w l)).
Proof.
  intros P. revert w. induction P as [| [s d] l Hs P IH]; intros w; simpl in *; [constructor|].
  destruct (Z.eqb_spec s 1); [apply IH|]. constructor; [exact Hs | apply IH].
Qed.

Lemma weighted_count w l : count (offsets (weighted w l)) = count l.
Proof.
  revert w. induction l as [| [s d] l IH]; intros w; [reflexivity|]. simpl.
  destruct (Z.eqb_spec s 1) as [-> |].
  - rewrite IH, count_cons. lia.
  - simpl. now rewrite !count_cons, IH.
Qed.

Lemma weighted_offset w l i : offset (offsets (weighted w l)) i = offset l i.
Proof.
  revert w i. induction l as [| [s d] l IH]; intros w i; [reflexivity|]. simpl.
  destruct (Z.eqb_spec s 1) as [-> |].
  - rewrite IH, offset_cons, Z.mod_1_r, Z.div_1_r. lia.
  - simpl. now rewrite !offset_cons, IH.
Qed.

Lemma weighted_compact w l : positive l -> compact w (places (weighted w l)).
Proof.
  intros P. revert w. induction P as [| [s d] l Hs P IH]; intros w; simpl in *; [exact I|].
  destruct (Z.eqb_spec s 1); [apply IH|]. repeat split; [exact Hs | apply IH].
Qed.

Lemma count_places t : count (places t) = count (offsets t).
Proof. induction t as [| [[s d] w] t IH]; simpl; [reflexivity|]. now rewrite !count_cons, IH. Qed.

Lemma positive_places t : positive (offsets t) -> positive (places t).
Proof.
  induction t as [| [[s d] w] t IH]; intros P; [constructor|].
  constructor; [exact (Forall_inv P) | exact (IH (Forall_inv_tail P))].
Qed.

Lemma terms_permutation t u : Permutation t u -> positive (offsets t) ->
  forall i, 0 <= i < count (offsets t) -> exists j, 0 <= j < count (offsets u) /\
    offset (offsets u) j = offset (offsets t) i /\ offset (places u) j = offset (places t) i.
Proof.
  induction 1 as [| [[s d] w] t u E IH | [[s d] w] [[s' d'] w'] t | t u v E1 IH1 E2 IH2]; intros P i Hi.
  - exists i. now repeat split.
  - pose proof (Forall_inv P) as Hs. pose proof (Forall_inv_tail P) as P'. simpl in *.
    rewrite count_cons in *.
    destruct (split_coordinate i s _ Hs Hi) as (a & b & -> & Ha & Hb).
    destruct (IH P' b Hb) as (j & Hj & F & G). exists (a + s * j). split; [nia|].
    rewrite !offset_cons_at by lia. split; lia.
  - pose proof (Forall_inv P) as Hs. pose proof (Forall_inv_tail P) as P'.
    pose proof (Forall_inv P') as Ht. simpl in *. rewrite !count_cons in *.
    destruct (split_coordinate i s' _ Hs Hi) as (a & b & -> & Ha & Hb).
    destruct (split_coordinate b s _ Ht Hb) as (c & q & -> & Hc & Hq).
    exists (c + s * (a + s' * q)).
    assert (0 <= a + s' * q < s' * count (offsets t)) by nia. split; [nia|].
    rewrite !offset_cons_at by lia. split; lia.
  - destruct (IH1 P i Hi) as (j & Hj & F & F').
    assert (Q : positive (offsets u)) by (eapply positive_permutation; [apply Permutation_map, E1 | exact P]).
    destruct (IH2 Q j Hj) as (k & Hk & G & G').
    exists k. split; [exact Hk | split; congruence].
Qed.

(** Some of the terms, with the others at 0. *)
Lemma some_terms l t others : positive l -> Permutation (t ++ others) (weighted 1 l) ->
  forall i, 0 <= i < count (offsets t) ->
    0 <= offset (places t) i < count l /\ offset l (offset (places t) i) = offset (offsets t) i.
Proof.
  intros P E i Hi.
  assert (Q : positive (offsets (t ++ others))).
  { eapply positive_permutation; [apply Permutation_map, Permutation_sym, E | now apply weighted_positive]. }
  pose proof Q as Q'. unfold offsets in Q'. rewrite map_app in Q'. apply positive_app in Q' as [Q1 Q2].
  pose proof (count_positive _ Q2).
  destruct (terms_permutation _ _ E Q i) as (j & Hj & F & G).
  { unfold offsets in *. rewrite map_app, count_app. nia. }
  rewrite weighted_count in Hj. rewrite weighted_offset in F.
  rewrite (compact_offset 1) in G.
  2: now apply weighted_compact.
  2: now rewrite count_places, weighted_count.
  assert (F' : offset (offsets (t ++ others)) i = offset (offsets t) i).
  { unfold offsets in *. rewrite map_app. replace i with (i + count (map fst t) * 0) at 1 by ring.
    rewrite offset_app_at by assumption. rewrite offset_0. ring. }
  assert (G' : offset (places (t ++ others)) i = offset (places t) i).
  { unfold places. rewrite map_app. fold (places t). fold (places others).
    replace i with (i + count (places t) * 0) at 1 by ring.
    rewrite offset_app_at; [rewrite offset_0; ring | now apply positive_places | now rewrite count_places]. }
  replace (offset (places t) i) with j by lia. split; [exact Hj | congruence].
Qed.

(** * The chain *)

Lemma chain_some span t : exists others, Permutation (chain span t ++ others) t.
Proof.
  revert span. induction t as [| [[s d] w] t IH]; intros span; simpl; [now exists []|].
  destruct (d =? span).
  - destruct (IH (s * span)) as (others & E). exists others. simpl. now constructor.
  - destruct (IH span) as (others & E). exists (((s, d), w) :: others).
    rewrite <- Permutation_middle. now constructor.
Qed.

Lemma chain_compact span t : positive (offsets t) -> compact span (offsets (chain span t)).
Proof.
  revert span. induction t as [| [[s d] w] t IH]; intros span P; [exact I|].
  pose proof (Forall_inv P) as Hs. pose proof (Forall_inv_tail P) as P'. simpl in *.
  destruct (Z.eqb_spec d span) as [-> |]; [|now apply IH]. simpl. auto.
Qed.

Lemma terms_positive l : positive l -> positive (offsets (terms l)).
Proof.
  intros P. eapply positive_permutation; [|now apply (weighted_positive 1 l)].
  apply Permutation_map, Permutation_sym, sort_by_permutation.
Qed.

Lemma chain_right l : positive l -> is_right_inverse l (places (chain 1 (terms l))).
Proof.
  intros P. pose proof (terms_positive l P) as Q.
  destruct (chain_some 1 (terms l)) as (others & E).
  assert (E' : Permutation (chain 1 (terms l) ++ others) (weighted 1 l)).
  { rewrite E. apply sort_by_permutation. }
  pose proof (chain_compact 1 _ Q) as C.
  split.
  - apply positive_places. eapply spaced_positive, compact_spaced, C.
  - intros i Hi. rewrite count_places in Hi.
    destruct (some_terms l _ _ P E' i Hi) as [H1 H2]. split; [exact H1|].
    rewrite H2, (compact_offset 1); [ring | exact C | exact Hi].
Qed.

(** * The first missing offset *)

Lemma large_strides d t i : 0 <= d -> positive t -> Forall (fun m => d <= snd m) t ->
  0 <= i < count t -> offset t i = 0 \/ d <= offset t i.
Proof.
  intros Hd P. revert i. induction P as [| [s e] t Hs P IH]; intros i F Hi; [now left|].
  pose proof (Forall_inv F) as He. pose proof (Forall_inv_tail F) as F'. simpl in *.
  rewrite count_cons in Hi.
  destruct (split_coordinate i s _ Hs Hi) as (a & b & -> & Ha & Hb).
  rewrite offset_cons_at by lia. specialize (IH b F' Hb).
  destruct (Z.eq_dec a 0) as [-> |]; [destruct IH; [left | right]; lia|]. right. nia.
Qed.

Lemma reach_least r t : positive (offsets t) -> Forall (fun m => 0 <= snd m) (offsets t) -> r <= reach r t.
Proof.
  revert r. induction t as [| [[s d] w] t IH]; intros r P F; simpl; [lia|].
  pose proof (Forall_inv P) as Hs. pose proof (Forall_inv F) as Hd. simpl in Hs, Hd.
  destruct (r + 1 <? d); [lia|].
  specialize (IH (r + (s - 1) * d) (Forall_inv_tail P) (Forall_inv_tail F)). nia.
Qed.

Lemma reach_next t r a i : positive (offsets t) -> Forall (fun m => 0 <= snd m) (offsets t) ->
  sorted_by (fun u => snd (fst u)) t -> 0 <= a <= r -> 0 <= i < count (offsets t) ->
  a + offset (offsets t) i <> reach r t + 1.
Proof.
  revert r a i. induction t as [| [[s d] w] t IH]; intros r a i P F S Ha Hi.
  - simpl. rewrite offset_nil. lia.
  - pose proof (Forall_inv P) as Hs. pose proof (Forall_inv_tail P) as P'.
    pose proof (Forall_inv F) as Hd. pose proof (Forall_inv_tail F) as F'. simpl in Hs, Hd.
    destruct S as [S1 S2]. simpl reach. destruct (Z.ltb_spec (r + 1) d).
    + destruct (large_strides d (offsets (((s, d), w) :: t)) i Hd P) as [-> | ?]; [| exact Hi | lia | lia].
      constructor; [simpl; lia|]. unfold offsets. apply Forall_map. exact S1.
    + simpl offsets in Hi |- *. rewrite count_cons in Hi.
      destruct (split_coordinate i s _ Hs Hi) as (c & q & -> & Hc & Hq).
      rewrite offset_cons_at by lia.
      specialize (IH (r + (s - 1) * d) (a + c * d) q P' F' S2 ltac:(nia) Hq). lia.
Qed.

Definition naturals (l : list mode) : Prop := Forall (fun m => 2 <= fst m -> 0 <= snd m) l.

Lemma weighted_naturals w l : positive l -> naturals l ->
  Forall (fun m => 0 <= snd m) (offsets (weighted w l)).
Proof.
  intros P. revert w. induction P as [| [s d] l Hs P IH]; intros w N; simpl in *; [constructor|].
  pose proof (Forall_inv N) as Hd. pose proof (Forall_inv_tail N) as N'. simpl in Hd.
  destruct (Z.eqb_spec s 1); [now apply IH|]. constructor; [simpl; lia | now apply IH].
Qed.

Lemma reach_no_offset l i : positive l -> naturals l -> 0 <= i < count l ->
  offset l i <> reach 0 (terms l) + 1.
Proof.
  intros P N Hi.
  assert (E : Permutation (weighted 1 l) (terms l)) by (apply Permutation_sym, sort_by_permutation).
  destruct (terms_permutation _ _ E (weighted_positive 1 l P) i) as (j & Hj & F & _).
  { now rewrite weighted_count. }
  rewrite weighted_offset in F. rewrite <- F. apply (reach_next _ 0 0 j); try assumption; try lia.
  - now apply terms_positive.
  - eapply Permutation_Forall; [apply Permutation_map, E | now apply weighted_naturals].
  - apply sort_by_sorted.
Qed.

(** * The search *)

Lemma inverts_right l r : positive r -> inverts l r = true <-> is_right_inverse l r.
Proof.
  intros P. unfold inverts, is_right_inverse. rewrite all_in_range. split.
  - intros H. split; [exact P|]. intros i Hi. specialize (H i Hi).
    apply andb_prop in H as [H H3]. apply andb_prop in H as [H1 H2]. lia.
  - intros [_ H] i Hi. specialize (H i Hi).
    apply andb_true_intro. split; [apply andb_true_intro; split|]; lia.
Qed.

(** A right inverse has no more coordinates than the layout. *)
Lemma right_inverse_fits l r : is_right_inverse l r -> count r <= Z.max 0 (count l).
Proof.
  intros [P H]. pose proof (count_positive r P).
  assert (K : (length (map (offset r) (range (count r))) <= length (range (count l)))%nat).
  { apply NoDup_incl_length.
    - apply no_duplicates.
      + intros x y Hx Hy E. apply in_range in Hx, Hy.
        destruct (H x Hx) as [_ Ex], (H y Hy) as [_ Ey]. congruence.
      + unfold range. apply no_duplicates; [intros; lia | apply seq_NoDup].
    - intros v Hv. apply in_map_iff in Hv as (i & <- & Hi). apply in_range in Hi. apply in_range.
      apply H. exact Hi. }
  unfold range in K. rewrite !map_length, !seq_length in K. lia.
Qed.

Lemma right_inverse_begins l r m : positive m -> is_right_inverse l (r ++ m) -> is_right_inverse l r.
Proof.
  intros Pm [P H]. apply positive_app in P as [P _]. split; [exact P|].
  intros i Hi. pose proof (count_positive m Pm).
  specialize (H (i + count r * 0)). rewrite count_app in H. rewrite offset_app_at, offset_0 in H by assumption.
  replace (offset r i + 0) with (offset r i) in H by ring. replace (i + count r * 0) with i in H by ring.
  apply H. nia.
Qed.

Lemma longer_left a b : count a <= count (longer a b).
Proof. unfold longer. destruct (Z.ltb_spec (count a) (count b)); lia. Qed.
Lemma longer_right a b : count b <= count (longer a b).
Proof. unfold longer. destruct (Z.ltb_spec (count a) (count b)); lia. Qed.

Lemma search_right l fuel r : is_right_inverse l r -> is_right_inverse l (search l fuel r).
Proof.
  revert r. induction fuel as [| fuel IH]; intros r H; simpl; [exact H|].
  assert (G : forall ms, Forall (fun m => 1 <= fst m) ms -> is_right_inverse l
    (fold_right (fun m best => if inverts l (r ++ [m]) then longer best (search l fuel (r ++ [m])) else best) r ms)).
  { induction 1 as [| m ms Hm _ IHm]; simpl; [exact H|].
    destruct (inverts l (r ++ [m])) eqn:E; [|exact IHm].
    unfold longer. destruct (_ <? _); [|exact IHm]. apply IH. apply inverts_right; [|exact E].
    apply positive_app. split; [apply H | now repeat constructor]. }
  apply G. apply Forall_forall. intros [t v] Hm. apply in_prod_iff in Hm as [Hm _].
  apply filter_In in Hm as [_ Hm]. simpl. lia.
Qed.

Lemma search_largest l fuel r rest : positive rest -> Forall (fun m => 2 <= fst m) rest ->
  is_right_inverse l (r ++ rest) -> (length rest <= fuel)%nat ->
  count (r ++ rest) <= count (search l fuel r).
Proof.
  revert r rest. induction fuel as [| fuel IH]; intros r rest P F H N.
  - destruct rest; [|simpl in N; lia]. rewrite app_nil_r. simpl. lia.
  - simpl.
    set (f := fun m best => if inverts l (r ++ [m]) then longer best (search l fuel (r ++ [m])) else best).
    assert (G : forall ms m, In m ms -> count r <= count (fold_right f r ms) /\
      (inverts l (r ++ [m]) = true -> count (search l fuel (r ++ [m])) <= count (fold_right f r ms))).
    { assert (G0 : forall ms, count r <= count (fold_right f r ms)).
      { induction ms as [| m ms IHm]; simpl; [lia|]. unfold f at 1. destruct (inverts _ _); [|exact IHm].
        etransitivity; [exact IHm | apply longer_left]. }
      induction ms as [| m' ms IHm]; intros m Hm; [easy|]. split; [apply G0|]. intros E. simpl.
      unfold f at 1. destruct Hm as [-> | Hm].
      - rewrite E. apply longer_right.
      - destruct (IHm m Hm) as [_ K]. specialize (K E). destruct (inverts l (r ++ [m'])); [|exact K].
        etransitivity; [exact K | apply longer_left]. }
    destruct rest as [| [t v] rest].
    + rewrite app_nil_r. destruct (steps l r) as [| m ms]; [simpl; lia|].
      apply (G (m :: ms) m). now left.
    + pose proof (Forall_inv F) as Ht. pose proof (Forall_inv_tail F) as F'. simpl in Ht.
      pose proof (Forall_inv_tail P) as P'.
      replace (r ++ (t, v) :: rest) with ((r ++ [(t, v)]) ++ rest) in *
        by (rewrite <- app_assoc; reflexivity).
      assert (B : is_right_inverse l (r ++ [(t, v)])) by now apply (right_inverse_begins l _ rest).
      etransitivity; [apply (IH (r ++ [(t, v)]) rest P' F' H); simpl in N; lia|].
      apply (G (steps l r) (t, v)); [|apply inverts_right; [apply B | exact B]].
      assert (Pr : positive r) by (destruct B as [B _]; now apply positive_app in B).
      pose proof (count_positive r Pr).
      pose proof (right_inverse_fits _ _ B) as K. rewrite count_app, count_cons, count_nil in K.
      assert (V : offset (r ++ [(t, v)]) (count r) = v).
      { replace (count r) with (0 + count r * 1) by ring. rewrite offset_app_at by (assumption || lia).
        rewrite offset_0, offset_cons, offset_nil, Z.mod_small by lia. ring. }
      destruct B as [_ B]. specialize (B (count r)). rewrite V, count_app, count_cons, count_nil in B.
      destruct B as [B1 B2]; [nia|].
      apply in_prod_iff. split; apply filter_In; (split; [apply in_range | lia]); [|exact B1].
      assert (t <= count l / count r) by (apply Z.div_le_lower_bound; nia). lia.
Qed.

Lemma many_modes l : Forall (fun m => 2 <= fst m) l -> Z.of_nat (length l) < count l.
Proof.
  induction 1 as [| [s d] l H _ IH]; [reflexivity|]. rewrite count_cons. simpl in *. nia.
Qed.

Lemma coalesce_right_inverse l r : is_right_inverse l r -> is_right_inverse l (coalesce r).
Proof.
  intros [P H]. destruct (coalesce_right r P) as (P' & _ & E & F). split; [exact P'|].
  intros i Hi. rewrite F by exact Hi. apply H. lia.
Qed.

Lemma coalesced_extents l : positive l -> coalesced_flat l -> Forall (fun m => 2 <= fst m) l.
Proof.
  induction 1 as [| [s d] l Hs _ IH]; intros C; constructor; simpl in *; [lia | now apply IH].
Qed.

(** The result is a right inverse and coalesced. *)
Theorem right_inverse_right l : positive l ->
  is_right_inverse l (right_inverse l) /\ coalesced_flat (right_inverse l).
Proof.
  intros P. unfold right_inverse.
  assert (E : is_right_inverse l []).
  { split; [constructor|]. intros i Hi. rewrite count_nil in Hi. pose proof (count_positive l P).
    replace i with 0 by lia. rewrite !offset_0. lia. }
  destruct (chain_suffices l).
  - pose proof (chain_right l P) as H. split; [now apply coalesce_right_inverse|].
    apply coalesce_coalesced, H.
  - pose proof (search_right l (Z.to_nat (count l)) [] E) as H.
    split; [now apply coalesce_right_inverse|]. apply coalesce_coalesced, H.
Qed.

(** No right inverse is larger. *)
Theorem right_inverse_largest l r : positive l -> naturals l -> is_right_inverse l r ->
  count r <= count (right_inverse l).
Proof.
  intros P N H. unfold right_inverse. destruct (chain_suffices l) eqn:C; rewrite coalesce_count.
  - unfold chain_suffices in C. apply Z.eqb_eq in C. rewrite count_places, C.
    destruct (Z.le_gt_cases (count r) (reach 0 (terms l) + 1)) as [L | L]; [exact L|].
    destruct H as [_ H]. destruct (H (reach 0 (terms l) + 1)) as [H1 H2].
    + assert (0 <= reach 0 (terms l)); [|lia]. apply reach_least; [now apply terms_positive|].
      eapply Permutation_Forall; [|now apply (weighted_naturals 1 l)].
      apply Permutation_map, Permutation_sym, sort_by_permutation.
    + now apply reach_no_offset in H2.
  - rewrite <- (coalesce_count r). pose proof (coalesce_right_inverse l r H) as H'.
    destruct H as [Pr _]. pose proof (coalesced_extents _ (coalesce_positive r Pr) (coalesce_coalesced r Pr)) as F.
    apply (search_largest l _ [] (coalesce r)); try assumption; [now apply coalesce_positive|].
    pose proof (many_modes _ F). pose proof (right_inverse_fits _ _ H'). pose proof (count_positive l P). lia.
Qed.

(** If no offset has two coordinates, it is the only one of its size. *)
Theorem right_inverse_unique l r : positive l -> injective l -> is_right_inverse l r ->
  coalesced_flat r -> count r = count (right_inverse l) -> r = right_inverse l.
Proof.
  intros P I [Q H] C E. destruct (right_inverse_right l P) as [[Q' H'] C'].
  apply coalesced_unique; try assumption. split; [exact E|]. intros i Hi.
  destruct (H i Hi) as [H1 H2], (H' i ltac:(lia)) as [H1' H2']. apply I; congruence.
Qed.
