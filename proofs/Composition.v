(** Exact composition: there is a result if and only if there is a composite, and it is unique
    (docs/rules/composition.md, "The pieces are forced"; algebra/src/operation/composition/). *)

From Tilework Require Export FunctionToLayout.

Fixpoint all {V} (l : list (option V)) : option (list V) :=
  match l with
  | [] => Some []
  | Some v :: l => option_map (cons v) (all l)
  | None :: _ => None
  end.

(** The layout with other layouts in place of its leaves. *)
Fixpoint replace_leaves (f : mode -> option layout) (L : layout) : option layout :=
  match L with
  | Leaf m => f m
  | Tuple Ls => option_map Tuple (all (map (replace_leaves f) Ls))
  end.

(** The layout of [i -> f (i d)] on [0..s], in place of [s:d]. *)
Definition part (f : Z -> Z) (m : mode) : option layout :=
  option_map of_flat (function_to_layout (fun i => f (i * snd m)) (fst m)).

(** [f o B] for any function [f]. *)
Definition compose_function (f : Z -> Z) (B : layout) : option layout :=
  match replace_leaves (part f) B with
  | Some R =>
      if forallb (fun i => offset (leaves R) i =? f (offset (leaves B) i)) (range (count (leaves B)))
      then Some R else None
  | None => None
  end.

(** [A o B]. *)
Definition compose (A B : layout) : option layout := compose_function (offset_ext (leaves A)) B.

Lemma leaves_of_flat l : positive l -> coalesced_flat l ->
  same_function (leaves (of_flat l)) l /\ positive (leaves (of_flat l)).
Proof.
  intros P C. destruct l as [| [s d] [| m l]].
  - split; [split; [reflexivity|] | repeat constructor; simpl; lia].
    cbn [leaves of_flat]. rewrite count_cons, count_nil. intros i Hi. replace i with 0 by lia.
    now rewrite !offset_0.
  - split; [split; reflexivity | exact P].
  - assert (E : forall l, flat_map leaves (map (@Leaf mode) l) = l).
    { clear. induction l as [| m l IH]; simpl; [reflexivity | now rewrite IH]. }
    cbn [leaves of_flat]. rewrite E. split; [split; reflexivity | exact P].
Qed.

Lemma of_flat_injective l m : positive l -> positive m -> coalesced_flat l -> coalesced_flat m ->
  of_flat l = of_flat m -> l = m.
Proof.
  intros P Q C D E. apply coalesced_unique; try assumption.
  destruct (leaves_of_flat l P C) as [[L1 L2] _], (leaves_of_flat m Q D) as [[M1 M2] _].
  rewrite E in L1, L2. split; [congruence|].
  intros i Hi. rewrite <- L2, <- M2 by congruence. reflexivity.
Qed.

Lemma coalesced_over_size R T : coalesced_over R T -> size (shape R) = size T.
Proof.
  revert R. induction T as [n | Ts IH] using tree_induction; intros R H; inversion H; subst.
  - symmetry. apply Z.mul_1_r.
  - unfold size, shape in *. simpl. match goal with F : Forall2 _ _ _ |- _ => revert F end.
    clear H. revert Ls. induction IH as [| T Ts HT _ IH]; intros Ls F; inversion F; subst; simpl.
    + reflexivity.
    + rewrite !product_app. f_equal; [apply HT; assumption | apply IH; assumption].
Qed.

Lemma coalesced_over_refines R T : coalesced_over R T -> refines (shape R) T.
Proof.
  revert R. induction T as [n | Ts IH] using tree_induction; intros R H; inversion H; subst.
  - now constructor.
  - constructor. fold shape. match goal with F : Forall2 _ _ _ |- _ => revert F end. clear H. revert Ls.
    induction IH as [| T Ts HT _ IH]; intros Ls F; inversion F; subst; simpl; constructor.
    + now apply HT.
    + now apply IH.
Qed.

(** The layouts in place of the leaves are right. *)
Lemma replace_leaves_over (Q : mode -> Prop) g B R : Forall Q (leaves B) ->
  (forall m L, Q m -> g m = Some L -> positive (leaves L) /\ coalesced_over L (Leaf (fst m))) ->
  replace_leaves g B = Some R -> positive (leaves R) /\ coalesced_over R (shape B).
Proof.
  intros P G. revert R. induction B as [[s d] | Bs IH] using tree_induction; simpl; intros R.
  - intros E. pose proof (Forall_inv P) as Hs. exact (G _ _ Hs E).
  - destruct (all _) as [Rs |] eqn:E; [|discriminate]. intros [= <-]. simpl.
    assert (K : positive (flat_map leaves Rs) /\ Forall2 coalesced_over Rs (map shape Bs)).
    { revert Rs E P. induction IH as [| B Bs HB _ IH]; intros Rs E P; simpl in *.
      - injection E as <-. split; constructor.
      - apply Forall_app in P as [P1 P2].
        destruct (replace_leaves g B) as [R |]; [|discriminate].
        destruct (all _) as [Ss |]; [|discriminate]. injection E as <-. simpl.
        destruct (HB P1 R eq_refl), (IH Ss eq_refl P2).
        split; [now apply positive_app | now constructor]. }
    destruct K. split; [assumption | now constructor].
Qed.

Lemma coalesced_leaf l n : positive l -> coalesced_flat l -> count l = n ->
  positive (leaves (of_flat l)) /\ coalesced_over (of_flat l) (Leaf n).
Proof.
  intros P C K. destruct (leaves_of_flat l P C) as [[L1 _] L2]. split; [exact L2|].
  constructor; [rewrite size_shape; congruence | now exists l].
Qed.

Lemma replace_leaves_right f B R : positive (leaves B) -> replace_leaves (part f) B = Some R ->
  positive (leaves R) /\ coalesced_over R (shape B).
Proof.
  intros P. apply (replace_leaves_over (fun m => 1 <= fst m)); [exact P|]. intros [s d] L Hs. unfold part. simpl in *.
  destruct (function_to_layout _ s) as [l |] eqn:E; [|discriminate]. intros [= <-].
  destruct (function_to_layout_right _ _ _ Hs E) as (Q & C & K & _). now apply coalesced_leaf.
Qed.

(** The layouts that a composite has in place of the leaves are found. *)
Lemma replace_leaves_complete f B R : f 0 = 0 -> positive (leaves B) -> positive (leaves R) ->
  coalesced_over R (shape B) ->
  (forall i, 0 <= i < count (leaves B) -> offset (leaves R) i = f (offset (leaves B) i)) ->
  replace_leaves (part f) B = Some R.
Proof.
  intros f0. revert R. induction B as [[s d] | Bs IH] using tree_induction; intros R P Q O F.
  - simpl. unfold part. simpl in *. inversion O as [L n E K E1 E2 |]; subst L n.
    destruct K as (l & C & ->). rewrite size_shape in E.
    assert (Pl : positive l).
    { destruct l as [| m [| m' l]]; [constructor | exact Q |]. simpl in Q.
      assert (G : forall l, flat_map leaves (map (@Leaf mode) l) = l).
      { clear. induction l as [| m l IH]; simpl; [reflexivity | now rewrite IH]. }
      rewrite G in Q. exact Q. }
    destruct (leaves_of_flat l Pl C) as [[L1 L2] _]. pose proof (Forall_inv P) as Hs. simpl in Hs.
    replace s with (count l) by congruence.
    rewrite function_to_layout_complete; [reflexivity | exact Pl | exact C |].
    intros i Hi. rewrite <- L2 by congruence. rewrite F by (rewrite count_cons, count_nil; lia).
    f_equal. rewrite offset_cons, offset_nil, Z.mod_small by lia. ring.
  - simpl in *. inversion O as [| Rs Ts O']; subst. clear O. simpl in *.
    assert (G : all (map (replace_leaves (part f)) Bs) = Some Rs); [|now rewrite G].
    revert Rs P Q O' F. induction IH as [| B Bs HB _ IH]; intros Rs P Q O F;
      inversion O as [| R ? Rs' ? O1 O2]; subst; simpl in *; [reflexivity|].
    apply positive_app in P as [P1 P2]. apply positive_app in Q as [Q1 Q2].
    pose proof (coalesced_over_size _ _ O1) as E. rewrite !size_shape in E.
    pose proof (count_positive _ P1) as N1. pose proof (count_positive _ P2) as N2.
    rewrite count_app in F.
    rewrite (HB R), (IH Rs'); try assumption; [reflexivity | |].
    + intros j Hj. specialize (F (0 + count (leaves B) * j) ltac:(nia)).
      rewrite offset_app_at in F by (assumption || lia).
      rewrite <- E in F. rewrite offset_app_at in F by (assumption || lia).
      rewrite !offset_0 in F. exact F.
    + intros i Hi. specialize (F (i + count (leaves B) * 0) ltac:(nia)).
      rewrite offset_app_at in F by (assumption || lia).
      rewrite <- E in F. rewrite offset_app_at in F by (assumption || lia).
      rewrite !offset_0, !Z.add_0_r in F. exact F.
Qed.

Theorem compose_function_exact f B R : f 0 = 0 -> positive (leaves B) ->
  compose_function f B = Some R <->
  positive (leaves R) /\ coalesced_over R (shape B) /\
  forall i, 0 <= i < count (leaves B) -> offset (leaves R) i = f (offset (leaves B) i).
Proof.
  intros f0 P. unfold compose_function. split.
  - destruct (replace_leaves (part f) B) as [R' |] eqn:E; [|discriminate].
    destruct (forallb _ _) eqn:F; [|discriminate]. intros [= ->].
    destruct (replace_leaves_right _ _ _ P E). split; [assumption|]. split; [assumption|].
    intros i Hi. apply Z.eqb_eq.
    apply (proj1 (all_in_range (fun i => offset (leaves R) i =? f (offset (leaves B) i)) _) F i Hi).
  - intros (Q & O & F). rewrite (replace_leaves_complete f B R f0 P Q O F).
    replace (forallb _ _) with true; [reflexivity|]. symmetry.
    apply all_in_range. intros i Hi. apply Z.eqb_eq. now apply F.
Qed.

(** Composition is right and complete: it finds [R] if and only if [R] is [A o B]. *)
Theorem composition_exact A B R : positive (leaves B) ->
  compose A B = Some R <-> composite A B R.
Proof.
  intros P. unfold compose, composite. rewrite size_shape.
  apply compose_function_exact; [apply offset_ext_0 | exact P].
Qed.

(** There is at most one composite, as 003, remark 2.3.7.3, says. *)
Theorem composite_unique A B R S : positive (leaves B) ->
  composite A B R -> composite A B S -> R = S.
Proof.
  intros P H1 H2. apply composition_exact in H1, H2; try assumption. congruence.
Qed.

(** If nothing is found, no layout whose shape refines that of [B] has the function, coalesced or not. *)
Fixpoint coalesce_over (R : layout) (T : tree Z) : layout :=
  match T, R with
  | Tuple Ts, Tuple Rs =>
      Tuple ((fix go (Rs : list layout) (Ts : list (tree Z)) :=
                match Rs, Ts with
                | R :: Rs, T :: Ts => coalesce_over R T :: go Rs Ts
                | _, _ => []
                end) Rs Ts)
  | _, _ => of_flat (coalesce (leaves R))
  end.

Lemma coalesce_over_right R T : positive (leaves R) -> refines (shape R) T ->
  positive (leaves (coalesce_over R T)) /\ coalesced_over (coalesce_over R T) T /\
  same_function (leaves (coalesce_over R T)) (leaves R).
Proof.
  revert R. induction T as [n | Ts IH] using tree_induction; intros R P F.
  - assert (E : coalesce_over R (Leaf n) = of_flat (coalesce (leaves R))) by (now destruct R).
    rewrite E. destruct (coalesce_right _ P) as (Q & C & S1 & S2).
    destruct (leaves_of_flat _ Q C) as [[L1 L2] L3].
    split; [exact L3|]. split.
    + apply over_leaf; [|exists (coalesce (leaves R)); split; [exact C | reflexivity]].
      inversion F as [S n' E1 E2 E3 |]. rewrite <- E1, !size_shape. congruence.
    + split; [congruence|]. intros i Hi. rewrite L2, S2 by congruence. reflexivity.
  - destruct R as [m | Rs]; [inversion F|]. simpl in F. inversion F as [| Ss ? F' E1 E2]; subst.
    clear F. simpl in *.
    set (go := fix go (Rs : list layout) (Ts : list (tree Z)) :=
                match Rs, Ts with
                | R :: Rs, T :: Ts => coalesce_over R T :: go Rs Ts
                | _, _ => []
                end).
    assert (G : positive (flat_map leaves (go Rs Ts)) /\ Forall2 coalesced_over (go Rs Ts) Ts /\
                same_function (flat_map leaves (go Rs Ts)) (flat_map leaves Rs)).
    { revert Rs P F'. induction IH as [| T Ts HT _ IH]; intros [| R Rs] P F';
        inversion F'; subst; simpl.
      - repeat split; constructor.
      - simpl in P. apply positive_app in P as [P1 P2].
        destruct (HT R P1 ltac:(assumption)) as (A1 & A2 & A3 & A4).
        destruct (IH Rs P2 ltac:(assumption)) as (B1 & B2 & B3 & B4). fold go in B1, B2, B3, B4.
        split; [now apply positive_app|]. split; [now constructor|].
        split; [rewrite !count_app; congruence|]. intros i Hi.
        rewrite count_app in Hi. pose proof (count_positive _ A1).
        destruct (split_coordinate i _ _ H Hi) as (a & b & -> & Ha & Hb).
        rewrite offset_app_at by assumption. rewrite A3 in *.
        rewrite offset_app_at by assumption. f_equal; [now apply A4 | now apply B4]. }
    destruct G as (G1 & G2 & G3). split; [exact G1|]. split; [now constructor | exact G3].
Qed.

Theorem no_composite A B : positive (leaves B) -> compose A B = None ->
  ~ exists R, positive (leaves R) /\ refines (shape R) (shape B) /\
      forall i, 0 <= i < count (leaves B) ->
        offset (leaves R) i = offset_ext (leaves A) (offset (leaves B) i).
Proof.
  intros P N (R & Q & F & E).
  destruct (coalesce_over_right R (shape B) Q F) as (C1 & C2 & C3 & C4).
  assert (H : composite A B (coalesce_over R (shape B))).
  { split; [exact C1|]. split; [exact C2|]. rewrite size_shape. intros i Hi.
    rewrite <- E by exact Hi. apply C4.
    pose proof (coalesced_over_size _ _ C2) as K. rewrite !size_shape in K. congruence. }
  apply composition_exact in H; [congruence | exact P].
Qed.
