(** Composition as it is implemented: by the rules, leaf by leaf, and by carries where the rules refuse
    (docs/rules/composition.md; algebra/src/operation/composition.rs, [compose_within]). *)

From Tilework Require Export CompositionByCarries CompositionRules.

(** * The left side, coalesced except for its last mode *)

Fixpoint coalesce_ext (l : list mode) : list mode :=
  match l with
  | [] => []
  | (s, d) :: l' =>
      match l' with
      | [] => [(s, d)]
      | _ =>
          if s =? 1 then coalesce_ext l'
          else
            match coalesce_ext l' with
            | (t, e) :: r => if s * d =? e then (s * t, d) :: r else (s, d) :: (t, e) :: r
            | [] => [(s, d)]
            end
      end
  end.

Fixpoint unmerged (l : list mode) : Prop :=
  match l with
  | [] => True
  | (s, d) :: l' => match l' with [] => True | (_, e) :: _ => 2 <= s /\ s * d <> e end /\ unmerged l'
  end.

Lemma coalesce_ext_cons s d l : l <> [] ->
  coalesce_ext ((s, d) :: l) =
  if s =? 1 then coalesce_ext l
  else match coalesce_ext l with
       | (t, e) :: r => if s * d =? e then (s * t, d) :: r else (s, d) :: (t, e) :: r
       | [] => [(s, d)]
       end.
Proof. destruct l; [congruence | reflexivity]. Qed.

Lemma coalesce_ext_right l : positive l -> l <> [] ->
  positive (coalesce_ext l) /\ coalesce_ext l <> [] /\ unmerged (coalesce_ext l) /\
  forall x, offset_ext (coalesce_ext l) x = offset_ext l x.
Proof.
  intros P. induction P as [| [s d] l Hs P IH]; intros N; [congruence|]. simpl in Hs.
  destruct l as [| m l].
  - cbn. repeat split; try discriminate. repeat constructor. exact Hs.
  - destruct (IH ltac:(discriminate)) as (I1 & I2 & I3 & I4). rewrite coalesce_ext_cons by discriminate.
    assert (E : forall x, offset_ext ((s, d) :: m :: l) x = (x mod s) * d + offset_ext (coalesce_ext (m :: l)) (x / s)).
    { intros x. rewrite I4. now apply offset_ext_cons. }
    destruct (Z.eqb_spec s 1) as [-> | S].
    + split; [exact I1|]. split; [exact I2|]. split; [exact I3|]. intros x.
      rewrite E, Z.mod_1_r, Z.div_1_r. ring.
    + destruct (coalesce_ext (m :: l)) as [| [t e] r]; [congruence|].
      pose proof (Forall_inv I1) as Ht. pose proof (Forall_inv_tail I1) as Pr. simpl in Ht.
      destruct (Z.eqb_spec (s * d) e) as [<- | F].
      * split; [constructor; [simpl; nia | exact Pr]|]. split; [discriminate|]. split.
        -- destruct I3 as [I3 I5]. split; [|exact I5]. destruct r as [| [u f] r]; [exact I|]. split; [nia|].
           intros X. apply I3. rewrite <- X. ring.
        -- intros x. rewrite E. destruct r as [| n r].
           ++ cbn. rewrite (Z.mod_eq x s) by lia. ring.
           ++ rewrite !offset_ext_cons by discriminate. rewrite Z.div_div by lia. rewrite (Z.rem_mul_r x s t) by lia. ring.
      * split; [constructor; [simpl; lia | exact I1]|]. split; [discriminate|]. split.
        -- split; [split; [lia | exact F] | exact I3].
        -- intros x. rewrite E. now apply offset_ext_cons.
Qed.

(** * Leaf by leaf *)

(** What the modes of the left side make of [s:d]. [most] is the largest value of the right side, in units of the
    mode. *)
Fixpoint restrict (A : list mode) (most : Z) (m : mode) : option (list mode) :=
  match A with
  | [] => None
  | (s, D) :: A' =>
      match A' with
      | [] => Some [(fst m, snd m * D)]
      | _ =>
          match take s most m with
          | Some t => option_map (cons (extent t, step t * D)) (restrict A' (most / s) (rest t))
          | None => None
          end
      end
  end.

Lemma restrict_cons S D A most m : A <> [] ->
  restrict ((S, D) :: A) most m =
  match take S most m with
  | Some t => option_map (cons (extent t, step t * D)) (restrict A (most / S) (rest t))
  | None => None
  end.
Proof. destruct A; [congruence | reflexivity]. Qed.

Lemma take_weaken S r r' m t : r' <= r -> take S r m = Some t -> take S r' m = Some t.
Proof.
  intros L. unfold take. destruct m as [s d]. destruct (_ || _); [auto|]. destruct (S <=? d); [auto|].
  destruct (S mod d =? 0); [auto|]. destruct (Z.ltb_spec r S); [|discriminate].
  destruct (Z.ltb_spec r' S); [auto | lia].
Qed.

Lemma restrict_rules A most l Rs : positive A -> leaf_like l -> reach l <= most ->
  Forall2 (fun m R => restrict A most m = Some R) l Rs -> A <> [] -> rules A l = Some Rs.
Proof.
  intros P. revert most l Rs. induction P as [| [S D] A HS P IH]; intros most l Rs L M F N; [congruence|].
  simpl in HS. destruct A as [| m A].
  - cbn [rules]. f_equal. clear - F. induction F as [| [s d] R l Rs H _ IH]; [reflexivity|].
    cbn in *. injection H as <-. now rewrite IH.
  - assert (G : exists ts Rs', Forall2 (fun m t => take S most m = Some t) l ts /\
      Forall2 (fun m R => restrict (m :: A) (most / S) m = Some R) [] [] /\
      Forall2 (fun t R => restrict (m :: A) (most / S) (rest t) = Some R) ts Rs' /\ Rs = zip_cons D ts Rs').
    { clear - F. induction F as [| x R l Rs H _ IH]; [exists [], []; repeat split; constructor|].
      destruct IH as (ts & Rs' & I1 & _ & I2 & ->). rewrite restrict_cons in H by discriminate.
      destruct (take S most x) as [t |] eqn:T; [|discriminate].
      destruct (restrict (m :: A) (most / S) (rest t)) as [R' |] eqn:E; [|discriminate]. injection H as <-.
      exists (t :: ts), (R' :: Rs'). repeat split; try constructor; assumption. }
    destruct G as (ts & Rs' & T & _ & F' & ->).
    assert (T' : Forall2 (fun m t => take S (reach l) m = Some t) l ts).
    { clear - T M. revert M. generalize (reach l). intros r M. induction T; constructor; [eapply take_weaken; eassumption | assumption]. }
    assert (All : all (map (take S (reach l)) l) = Some ts).
    { clear - T'. revert T'. generalize (reach l). intros r T'. induction T' as [| x t l ts H _ IH]; [reflexivity|].
      cbn [map all]. now rewrite H, IH. }
    destruct (takes_value S (reach l) l ts (map (fun _ => 0) l) HS L T') as (_ & V2 & _ & V4 & _ & V6 & V7).
    { clear - L. induction L as [| x l [H _] _ IH]; cbn [map]; constructor; [lia | exact IH]. }
    change (rules ((S, D) :: m :: A) l) with
      (match all (map (take S (reach l)) l) with
       | Some ts => option_map (zip_cons D ts) (rules (m :: A) (map rest ts)) | None => None end).
    rewrite All. rewrite (IH (most / S) (map rest ts) Rs'); [reflexivity | exact V4 | | | discriminate].
    + apply Z.div_le_lower_bound; [lia|]. lia.
    + clear - F'. induction F'; cbn [map]; constructor; assumption.
Qed.

(** Modes of extent 1 are left out. *)
Definition drop (l : list mode) : list mode := filter (fun m => negb (is_one m)) l.

Lemma offset_drop l i : offset (drop l) i = offset l i.
Proof.
  revert i. induction l as [| [s d] l IH]; intros i; [reflexivity|]. unfold drop in *. cbn [filter is_one fst].
  unfold is_one at 1. cbn [fst]. destruct (Z.eqb_spec s 1) as [-> | S]; cbn [negb].
  - rewrite IH, offset_cons, Z.mod_1_r, Z.div_1_r. ring.
  - now rewrite !offset_cons, IH.
Qed.

Lemma count_drop l : count (drop l) = count l.
Proof.
  induction l as [| [s d] l IH]; [reflexivity|]. unfold drop in *. cbn [filter]. unfold is_one at 1. cbn [fst].
  destruct (Z.eqb_spec s 1) as [-> | S]; cbn [negb]; rewrite ?count_cons, IH, ?count_cons; ring.
Qed.

Lemma drop_positive l : positive l -> positive (drop l).
Proof.
  intros P. apply Forall_forall. intros m Hm. apply filter_In in Hm as [Hm _].
  unfold positive in P. rewrite Forall_forall in P. now apply P.
Qed.

Lemma drop_one l : positive l -> count l = 1 -> drop l = [].
Proof.
  intros P C. rewrite <- count_drop in C. pose proof (drop_positive l P) as Q.
  assert (F : Forall (fun m => fst m <> 1) (drop l)).
  { apply Forall_forall. intros m Hm. apply filter_In in Hm as [_ Hm]. now apply negb_true_iff, Z.eqb_neq in Hm. }
  destruct (drop l) as [| [s d] r]; [reflexivity|]. exfalso.
  pose proof (Forall_inv Q) as H1. pose proof (Forall_inv F) as H2. pose proof (count_positive r (Forall_inv_tail Q)).
  simpl in H1, H2. rewrite count_cons in C. nia.
Qed.

Lemma drop_cons s d l : drop ((s, d) :: l) = if s =? 1 then drop l else (s, d) :: drop l.
Proof. unfold drop. cbn [filter]. unfold is_one at 1. cbn [fst]. now destruct (s =? 1). Qed.

Lemma restrict_coalesced A : positive A -> unmerged A -> forall most s d R, 1 <= s -> 0 <= d ->
  restrict A most (s, d) = Some R ->
  positive R /\ count R = s /\ coalesced_flat (drop R) /\
  (d = 1 -> 2 <= s -> match drop R, A with (_, e) :: _, (_, D) :: _ => e = D | _, _ => False end).
Proof.
  intros P. induction P as [| [S D] A HS P IH]; intros U most s d R Hs Hd; [discriminate|]. simpl in HS.
  destruct A as [| m A].
  - cbn. intros [= <-]. split; [repeat constructor; exact Hs|]. split; [rewrite count_cons, count_nil; ring|].
    rewrite drop_cons. destruct (Z.eqb_spec s 1) as [-> | S1].
    + split; [exact I|]. intros _ H. lia.
    + cbn. split; [tauto|]. intros -> _. ring.
  - destruct m as [S' D']. destruct U as [[U1 U2] U3]. rewrite restrict_cons by discriminate.
    destruct (take S most (s, d)) as [t |] eqn:T; [|discriminate].
    destruct (restrict ((S', D') :: A) (most / S) (rest t)) as [R' |] eqn:E; [|discriminate]. intros [= <-].
    pose proof (take_value S most s d t 0 HS Hs Hd T ltac:(lia)) as V.
    destruct (rest t) as [s' d'] eqn:Rt. destruct V as (V1 & V2 & V3 & V4 & V5 & _).
    destruct (IH U3 (most / S) s' d' R' V3 V4 E) as (I1 & I2 & I3 & I4).
    split; [constructor; [exact V1 | exact I1]|]. split; [rewrite count_cons, I2; lia|].
    rewrite drop_cons. unfold take in T.
    destruct (Z.eqb_spec s 1) as [S1 | S1]; cbn [orb] in T.
    { injection T as <-. cbn [extent step rest] in *. injection Rt as <- <-. rewrite S1 in *. cbn [Z.eqb].
      rewrite (drop_one R' I1 I2). split; [exact I|]. lia. }
    destruct (Z.eqb_spec d 0) as [D0 | D0].
    { injection T as <-. cbn [extent step rest] in *. injection Rt as <- <-.
      destruct (Z.eqb_spec s 1); [lia|]. rewrite (drop_one R' I1 I2). split; [cbn; tauto|]. lia. }
    destruct (Z.leb_spec S d) as [L | L].
    { destruct (d mod S =? 0); [|discriminate]. injection T as <-. cbn [extent step rest] in *. cbn [Z.eqb].
      split; [exact I3|]. lia. }
    assert (Whole : t = Taken s d (1, 0) ->
      coalesced_flat (if extent t =? 1 then drop R' else (extent t, step t * D) :: drop R') /\
      (d = 1 -> 2 <= s ->
       match (if extent t =? 1 then drop R' else (extent t, step t * D) :: drop R') with
       | (_, e) :: _ => e = D | [] => False end)).
    { intros ->. cbn [extent step rest] in *. injection Rt as <- <-. destruct (Z.eqb_spec s 1); [lia|].
      rewrite (drop_one R' I1 I2). split; [cbn; tauto|]. intros -> _. ring. }
    destruct (Z.eqb_spec (S mod d) 0) as [E0 | E0].
    + destruct (Z.leb_spec s (S / d)) as [O | O]; [injection T as <-; now apply Whole|].
      destruct (Z.eqb_spec (s mod (S / d)) 0) as [E1 | E1]; [|discriminate]. injection T as <-.
      cbn [extent step rest] in *. injection Rt as <- <-. apply Z_div_exact_full_2 in E0; [|lia].
      set (o := S / d) in *. assert (2 <= o) by nia. assert (2 <= s / o) by nia.
      destruct (Z.eqb_spec o 1); [lia|]. specialize (I4 eq_refl ltac:(assumption)).
      split; [|intros -> _; ring]. destruct (drop R') as [| [u e] r] eqn:Dr; [contradiction|].
      split; [lia|]. split; [exact I3|]. rewrite I4. intros X. apply U2. rewrite <- X, E0 at 1. ring.
    + destruct (most <? S); [|discriminate]. injection T as <-. now apply Whole.
Qed.

(** * No leaf carries into another *)

(** Sorted by stride, each moving leaf spans no more than the stride of the next. *)
Fixpoint spans_apart (l : list mode) : bool :=
  match l with
  | (s, d) :: l' => match l' with (_, e) :: _ => (s * d <=? e) && spans_apart l' | [] => true end
  | [] => true
  end.

Definition segregated_by_stride (l : list mode) : bool :=
  spans_apart (sort (filter (fun m => negb (is_still m)) l)).

Lemma pairs_permutation l m : Permutation l m -> ForallOrdPairs apart l -> ForallOrdPairs apart m.
Proof.
  induction 1 as [| x l m E IH | x y l | l m n _ IH1 _ IH2]; intros F.
  - constructor.
  - inversion F as [| ? ? F1 F2]; subst. constructor; [eapply Permutation_Forall; eassumption | now apply IH].
  - inversion F as [| ? ? F1 F2]; subst. inversion F2 as [| ? ? F3 F4]; subst.
    constructor; [constructor; [apply apart_symmetric, (Forall_inv F1) | exact F3] |].
    constructor; [exact (Forall_inv_tail F1) | exact F4].
  - now apply IH2, IH1.
Qed.

Lemma segregated_right l : segregated_by_stride l = true -> segregated l.
Proof.
  unfold segregated_by_stride, segregated. set (moving := filter _ l). intros H.
  pose proof (sort_by_sorted snd moving) as S. fold sort in S.
  assert (F : ForallOrdPairs apart (sort moving)).
  { revert H S. generalize (sort moving). intros m. induction m as [| [s d] m IH]; intros H S; [constructor|].
    destruct S as [S1 S2]. destruct m as [| [t e] m]; [constructor; constructor|].
    simpl in H. apply andb_true_iff in H as [H1 H2]. apply Z.leb_le in H1.
    constructor; [|now apply IH]. apply Forall_forall. intros x Hx. unfold apart. cbn [fst snd].
    assert (e <= snd x) by (destruct Hx as [<- | Hx]; [simpl; lia | destruct S2 as [S2 _]; rewrite Forall_forall in S2; now apply S2]).
    lia. }
  assert (G : ForallOrdPairs apart (filter is_still l ++ moving)).
  { apply (pairs_permutation _ _ (sort_permutation moving)) in F.
    assert (K : Forall (fun m => is_still m = true) (filter is_still l)).
    { apply Forall_forall. intros m Hm. now apply filter_In in Hm. }
    induction K as [| x xs K _ IH]; [exact F|]. cbn [app]. constructor; [|exact IH].
    apply Forall_forall. intros y _. unfold is_still in K. apply orb_true_iff in K as [K | K]; apply Z.eqb_eq in K; unfold apart; tauto. }
  eapply pairs_permutation; [|exact G]. apply filter_permutation.
Qed.

(** * The procedure *)

Definition by_rules (A : list mode) (B : layout) : option layout :=
  let most := reach (leaves B) in
  let apart := match A with (s, _) :: _ :: _ => (most <? s) || segregated_by_stride (leaves B) | _ => true end in
  if apart then replace_leaves (fun m => option_map (fun R => of_flat (drop R)) (restrict A most m)) B else None.

Definition compose_by_rules (A B : layout) : option layout :=
  let left := coalesce_ext (leaves A) in
  match by_rules left B with
  | Some R => Some R
  | None => compose_by_carries (of_flat left) B
  end.

Lemma replace_leaves_list g B R : replace_leaves g B = Some R ->
  exists Ls, Forall2 (fun m L => g m = Some L) (leaves B) Ls /\ leaves R = flat_map leaves Ls.
Proof.
  revert R. induction B as [m | Bs IH] using tree_induction; simpl; intros R E.
  - exists [R]. split; [repeat constructor; exact E | simpl; now rewrite app_nil_r].
  - destruct (all _) as [Rs |] eqn:F; [|discriminate]. injection E as <-. simpl.
    revert Rs F. induction IH as [| B Bs HB _ IH]; intros Rs F; simpl in *.
    + injection F as <-. exists []. split; [constructor | reflexivity].
    + destruct (replace_leaves g B) as [R |]; [|discriminate]. destruct (all _) as [Ss |]; [|discriminate].
      injection F as <-. destruct (HB R eq_refl) as (L1 & H1 & E1), (IH Ss eq_refl) as (L2 & H2 & E2).
      exists (L1 ++ L2). split; [now apply Forall2_app|]. simpl. rewrite E1, E2, flat_map_app. reflexivity.
Qed.

Lemma total_offset l i : offset l i = total l (natural (map fst l) i).
Proof.
  revert i. induction l as [| [s d] l IH]; intros i; [reflexivity|]. rewrite offset_cons, IH. reflexivity.
Qed.

(** If the rules hold, their result is the composite. *)
Theorem composition_by_rules A B R : positive A -> A <> [] -> unmerged A -> leaf_like (leaves B) ->
  by_rules A B = Some R -> composite (of_flat A) B R.
Proof.
  intros P N U L. unfold by_rules. set (l := leaves B) in *. set (most := reach l).
  destruct (match A with (s, _) :: _ :: _ => (most <? s) || segregated_by_stride l | _ => true end) eqn:Ap; [|discriminate].
  intros E.
  assert (PB : positive l) by (eapply Forall_impl; [|exact L]; simpl; tauto).
  assert (G : forall m L, 1 <= fst m /\ 0 <= snd m ->
    option_map (fun R => of_flat (drop R)) (restrict A most m) = Some L ->
    exists R, restrict A most m = Some R /\ L = of_flat (drop R) /\ positive R /\ count R = fst m /\ coalesced_flat (drop R)).
  { intros [s d] K [Hs Hd] F. cbn [fst snd] in *. destruct (restrict A most (s, d)) as [R' |] eqn:Er; [|discriminate].
    injection F as <-. exists R'. destruct (restrict_coalesced A P U most s d R' Hs Hd Er) as (C1 & C2 & C3 & _). auto. }
  (* What the leaves become. *)
  destruct (replace_leaves_list _ _ _ E) as (Ls & H & EL). fold l in H.
  assert (X : exists Rs, Forall2 (fun m R => restrict A most m = Some R) l Rs /\
    forall i, offset (leaves R) i = parts_total Rs (natural (map fst l) i) /\ count (leaves R) = count l).
  { rewrite EL. clear E EL Ap. clearbody l most. induction H as [| m K l Ls H _ IH].
    - exists []. split; [constructor|]. intros i. now split.
    - destruct (G m K (Forall_inv L) H) as (R' & G1 & -> & G2 & G3 & G4).
      destruct (IH (Forall_inv_tail L) (Forall_inv_tail PB)) as (Rs & I1 & I2).
      exists (R' :: Rs). split; [now constructor|]. intros i.
      destruct (leaves_of_flat (drop R') (drop_positive R' G2) G4) as [[F1 F2] F3].
      rewrite count_drop, G3 in F1. pose proof (Forall_inv PB) as Hs. simpl in Hs.
      simpl flat_map. rewrite offset_app, count_app by exact F3. destruct (I2 (i / fst m)) as [I3 I4].
      rewrite F1, I3, I4. split.
      + cbn [map natural parts_total]. rewrite F2, offset_drop by (rewrite F1; apply Z.mod_pos_bound; lia). reflexivity.
      + destruct m as [s d]. now rewrite count_cons. }
  destruct X as (Rs & X1 & X2).
  assert (Q : rules A l = Some Rs) by (apply (restrict_rules A most); try assumption; unfold most; lia).
  assert (LA : leaves (of_flat A) = A).
  { destruct A as [| m [| m' A]]; [congruence | reflexivity|].
    simpl. do 2 f_equal. clear. induction A as [| x A IH]; simpl; [reflexivity | now rewrite IH]. }
  split; [|split].
  - rewrite EL. clear - H G L. clearbody l most. induction H as [| m K l Ls H _ IH]; [constructor|].
    destruct (G m K (Forall_inv L) H) as (R' & _ & -> & G2 & _ & G4). simpl. apply positive_app.
    split; [now apply (leaves_of_flat (drop R') (drop_positive R' G2) G4) | exact (IH (Forall_inv_tail L))].
  - refine (proj2 (replace_leaves_over (fun m => 1 <= fst m /\ 0 <= snd m) _ B R L _ E)).
    intros m K Hm F. destruct (G m K Hm F) as (R' & _ & -> & G2 & G3 & G4).
    apply coalesced_leaf; [now apply drop_positive | exact G4 | now rewrite count_drop].
  - rewrite size_shape. fold l. intros i Hi. rewrite LA. destruct (X2 i) as [-> _]. rewrite total_offset.
    apply composition_rules_right; try assumption.
    + apply integral_natural; [|exact Hi]. apply Forall_map. exact PB.
    + destruct A as [| [s D] [| m A]]; try exact Logic.I. apply orb_true_iff in Ap as [Ap | Ap].
      * left. now apply Z.ltb_lt.
      * right. now apply segregated_right.
Qed.

(** The rules first and then carries: there is a result if and only if there is a composite. *)
Theorem compose_by_rules_exact A B R : positive (leaves A) -> leaves A <> [] -> leaf_like (leaves B) ->
  compose_by_rules A B = Some R <-> composite A B R.
Proof.
  intros P N L. destruct (coalesce_ext_right (leaves A) P N) as (C1 & C2 & C3 & C4).
  set (left := coalesce_ext (leaves A)) in *.
  assert (PB : positive (leaves B)) by (eapply Forall_impl; [|exact L]; simpl; tauto).
  assert (LA : leaves (of_flat left) = left).
  { clearbody left. destruct left as [| m [| m' l]]; [congruence | reflexivity|].
    simpl. do 2 f_equal. clear. induction l as [| x l IH]; simpl; [reflexivity | now rewrite IH]. }
  assert (E : forall R, composite (of_flat left) B R <-> composite A B R).
  { intros R'. unfold composite. rewrite LA. split; intros (H1 & H2 & H3); (split; [exact H1|]; split; [exact H2|]);
      intros i Hi; rewrite (H3 i Hi); [apply C4 | symmetry; apply C4]. }
  rewrite <- E. unfold compose_by_rules. fold left.
  destruct (by_rules left B) as [R' |] eqn:F.
  - apply composition_by_rules in F; try assumption. split.
    + now intros [= <-].
    + intros H. f_equal. now apply (composite_unique (of_flat left) B).
  - apply composition_by_carries; [now rewrite LA | exact PB].
Qed.
