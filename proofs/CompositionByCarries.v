(** Composition by pieces and carries has the same results as composition by all values:
    docs/rules/composition.md, "Whether they are right"; algebra/src/operation/composition/exact.rs. *)

From Tilework Require Export AddsUp.

(** Cuts [s:d] into pieces on each of which the layout is linear. *)
Fixpoint split (bs : list (Z * Z)) (s d : Z) (fuel : nat) : option (list mode) :=
  match fuel with
  | O => None
  | S fuel =>
      match first_bend (carrying bs [(s, d)]) 0 (s, d) with
      | None => Some [(s, d)]
      | Some c => if s mod c =? 0 then option_map (cons (c, d)) (split bs (s / c) (c * d) fuel) else None
      end
  end.

(** Each cut at least halves the extent. *)
Definition pieces (bs : list (Z * Z)) (m : mode) : option layout :=
  let '(s, d) := m in
  if s =? 1 then Some (Leaf (1, 0)) else option_map of_flat (split bs s d (Z.to_nat (Z.log2 s + 1))).

Definition compose_by_carries (A B : layout) : option layout :=
  let l := leaves A in
  match replace_leaves (pieces (boundaries 1 l)) B with
  | Some P => if adds_up l (leaves P) then Some (map_tree (fun m => (fst m, offset_ext l (snd m))) P) else None
  | None => None
  end.

(** * The pieces are those of the layout of the function *)

Lemma bend_from_ext f g n c fuel : (forall i, f i = g i) -> bend_from f n c fuel = bend_from g n c fuel.
Proof. intros E. revert c. induction fuel as [| fuel IH]; intros c; simpl; [reflexivity|]. now rewrite !E, IH. Qed.

Lemma forced_ext f g n fuel : (forall i, f i = g i) -> forced f n fuel = forced g n fuel.
Proof.
  revert f g n. induction fuel as [| fuel IH]; intros f g n E; simpl; [reflexivity|].
  unfold bend. rewrite (bend_from_ext f g n 2 _ E). destruct (n =? 1); [reflexivity|].
  destruct (_ =? 0); [|reflexivity]. rewrite E. f_equal. apply IH. intros i. apply E.
Qed.

Section Pieces.
  Context (l : list mode) (P : positive l).
  Let bs := boundaries 1 l.

  Let W : whole bs.
  Proof. apply boundaries_whole; [lia | exact P]. Qed.

  Lemma along_piece s d i : 0 <= i < s ->
    along (carrying bs [(s, d)]) 0 d i = offset_ext l (i * d) - i * offset_ext l d.
  Proof.
    intros Hi.
    assert (I : inside (map fst [(s, d)]) [i]) by (constructor; [exact Hi | constructor]).
    pose proof (excess_floors l [(s, d)] [i] P) as E. fold bs in E.
    rewrite <- (carrying_carried bs [(s, d)] [i] W I) in E. cbn [map inner_product snd] in E.
    rewrite !Z.add_0_r in E. rewrite E. apply carried_ext, Forall_forall. intros b _.
    unfold residues. cbn [map inner_product snd]. now rewrite Zmod_0_l, Z.add_0_r.
  Qed.

  Lemma bend_first s d : 2 <= s ->
    bend (fun i => offset_ext l (i * d)) s =
    match first_bend (carrying bs [(s, d)]) 0 (s, d) with Some c => c | None => s end.
  Proof.
    intros Hs. set (f := fun i => offset_ext l (i * d)).
    destruct (bend_spec f s Hs) as (B1 & B2 & B3). set (t := bend f s) in *.
    assert (f1 : f 1 = offset_ext l d) by (unfold f; f_equal; ring).
    rewrite f1 in *.
    assert (line : forall i, 0 <= i < s -> (along (carrying bs [(s, d)]) 0 d i = 0 <-> f i = i * offset_ext l d)).
    { intros i Hi. rewrite along_piece by exact Hi. unfold f. lia. }
    assert (small : forall i, 0 <= i < t -> f i = i * offset_ext l d).
    { intros i Hi. destruct (Z_lt_le_dec i 2); [|apply B2; lia].
      assert (i = 0 \/ i = 1) as [-> | ->] by lia.
      - unfold f. now rewrite !Z.mul_0_l, offset_ext_0.
      - rewrite f1. ring. }
    pose proof (first_bend_spec (carrying bs [(s, d)]) 0 s d (carrying_whole _ _ W) ltac:(lia)) as F.
    destruct (first_bend _ 0 (s, d)) as [c |].
    - destruct F as (F1 & F2 & F3). destruct (Z.lt_trichotomy t c) as [L | [L | L]]; [exfalso | exact L | exfalso].
      + destruct B3 as [B3 | B3]; [lia|]. apply B3, line; [lia|]. apply F3. lia.
      + apply F2, line; [lia|]. apply small. lia.
    - destruct B3 as [B3 | B3]; [exact B3|]. destruct (Z.eq_dec t s) as [E | E]; [exact E|]. exfalso.
      apply B3, line; [lia|]. apply F. lia.
  Qed.

  Let image (m : mode) : mode := (fst m, offset_ext l (snd m)).

  Lemma split_forced s d fuel n : 2 <= s -> s < 2 ^ Z.of_nat fuel -> (Z.to_nat s <= n)%nat ->
    forced (fun i => offset_ext l (i * d)) s n = option_map (map image) (split bs s d fuel).
  Proof.
    revert s d n. induction fuel as [| fuel IH]; intros s d n Hs Hf Hn; [simpl in Hf; lia|].
    destruct n as [| n]; [lia|]. cbn [forced split].
    destruct (Z.eqb_spec s 1); [lia|].
    pose proof (bend_first s d Hs) as B. destruct (bend_spec (fun i => offset_ext l (i * d)) s Hs) as (B1 & _).
    rewrite B in *.
    pose proof (first_bend_spec (carrying bs [(s, d)]) 0 s d (carrying_whole _ _ W) ltac:(lia)) as F.
    destruct (first_bend _ 0 (s, d)) as [c |].
    - destruct (Z.eqb_spec (s mod c) 0) as [D | D]; [|reflexivity].
      apply Z_div_exact_full_2 in D; [|lia]. destruct F as [F _].
      assert (H2 : 2 <= s / c) by nia.
      rewrite Nat2Z.inj_succ, Z.pow_succ_r in Hf by lia.
      rewrite (forced_ext _ (fun i => offset_ext l (i * (c * d)))) by (intros i; f_equal; ring).
      rewrite (IH (s / c) (c * d) n); [| exact H2 | nia | nia].
      destruct (split bs (s / c) (c * d) fuel); [|reflexivity].
      cbn [option_map map]. unfold image at 2. cbn [fst snd]. now rewrite Z.mul_1_l.
    - rewrite Z_mod_same_full, Z_div_same_full by lia. simpl Z.eqb. cbn [option_map map].
      unfold image. cbn [fst snd]. destruct n as [| n]; [lia|]. rewrite Z.mul_1_l. reflexivity.
  Qed.

  (** The pieces together have the function of the leaf. *)
  Lemma split_function s d fuel ps : 1 <= s -> split bs s d fuel = Some ps ->
    positive ps /\ count ps = s /\ forall i, 0 <= i < s -> offset ps i = i * d.
  Proof.
    revert s d ps. induction fuel as [| fuel IH]; intros s d ps Hs; cbn [split]; [discriminate|].
    pose proof (first_bend_spec (carrying bs [(s, d)]) 0 s d (carrying_whole _ _ W) Hs) as F.
    destruct (first_bend _ 0 (s, d)) as [c |].
    - destruct (Z.eqb_spec (s mod c) 0) as [D | D]; [|discriminate].
      destruct F as [F _]. apply Z_div_exact_full_2 in D; [|lia].
      destruct (split bs (s / c) (c * d) fuel) as [qs |] eqn:E; [|discriminate]. intros [= <-].
      destruct (IH (s / c) (c * d) qs ltac:(nia) E) as (Q1 & Q2 & Q3).
      split; [constructor; [simpl; lia | exact Q1]|]. split; [rewrite count_cons, Q2; lia|].
      intros i Hi. rewrite D in Hi. destruct (split_coordinate i c (s / c) ltac:(lia) Hi) as (a & b & -> & Ha & Hb).
      rewrite offset_cons_at, Q3 by assumption. ring.
    - intros [= <-]. split; [repeat constructor; exact Hs|]. split; [rewrite count_cons, count_nil; ring|].
      intros i Hi. rewrite offset_cons, offset_nil, Z.mod_small by lia. ring.
  Qed.

  (** [part] without comparing values. *)
  Definition guess (m : mode) : option layout :=
    option_map of_flat (forced (fun i => offset_ext l (i * snd m)) (fst m) (Z.to_nat (fst m))).

  Lemma map_of_flat ps : map_tree image (of_flat ps) = of_flat (map image ps).
  Proof.
    destruct ps as [| m [| m' ps]]; [| reflexivity |].
    - simpl. unfold image. simpl. now rewrite offset_ext_0.
    - simpl. do 3 f_equal. induction ps as [| p ps IH]; simpl; [reflexivity | now rewrite IH].
  Qed.

  Lemma pieces_guess m : 1 <= fst m -> guess m = option_map (map_tree image) (pieces bs m).
  Proof.
    destruct m as [s d]. intros Hs. unfold guess, pieces. cbn [fst snd] in *.
    destruct (Z.eqb_spec s 1) as [-> | N].
    - simpl. unfold image. simpl. now rewrite offset_ext_0.
    - rewrite (split_forced s d (Z.to_nat (Z.log2 s + 1))); [| lia | | lia].
      + destruct (split _ _ _ _) as [ps |]; [|reflexivity]. simpl. now rewrite map_of_flat.
      + pose proof (Z.log2_nonneg s). rewrite Z2Nat.id by lia.
        pose proof (Z.log2_spec s ltac:(lia)). lia.
  Qed.

  Lemma replace_leaves_image B : positive (leaves B) ->
    replace_leaves guess B = option_map (map_tree image) (replace_leaves (pieces bs) B).
  Proof.
    induction B as [m | Bs IH] using tree_induction; intros Q.
    - simpl. apply pieces_guess. exact (Forall_inv Q).
    - simpl in *.
      assert (E : all (map (replace_leaves guess) Bs) =
                  option_map (map (map_tree image)) (all (map (replace_leaves (pieces bs)) Bs))).
      { induction IH as [| B Bs HB _ IH]; simpl in *; [reflexivity|]. apply positive_app in Q as [Q1 Q2].
        rewrite HB, IH by assumption. destruct (replace_leaves (pieces bs) B); [|reflexivity].
        cbn [option_map]. now destruct (all (map (replace_leaves (pieces bs)) Bs)). }
      rewrite E. now destruct (all (map (replace_leaves (pieces bs)) Bs)).
  Qed.

  Lemma pieces_function B R : positive (leaves B) -> replace_leaves (pieces bs) B = Some R ->
    positive (leaves R) /\ same_function (leaves R) (leaves B).
  Proof.
    revert R. induction B as [[s d] | Bs IH] using tree_induction; simpl; intros R Q.
    - pose proof (Forall_inv Q) as Hs. simpl in Hs.
      destruct (Z.eqb_spec s 1) as [-> | N].
      + intros [= <-]. split; [repeat constructor; simpl; lia|]. split; [reflexivity|]. intros i Hi.
        cbn [leaves] in *. rewrite count_cons, count_nil in Hi. replace i with 0 by lia. now rewrite !offset_0.
      + destruct (split bs s d _) as [ps |] eqn:E; [|discriminate]. intros [= <-].
        destruct (split_function _ _ _ _ Hs E) as (S1 & S2 & S3).
        assert (L : leaves (of_flat ps) = ps).
        { destruct ps as [| m [| m' ps]]; [rewrite count_nil in S2; lia | reflexivity|].
          simpl. do 2 f_equal. clear. induction ps as [| p ps IH]; simpl; [reflexivity | now rewrite IH]. }
        rewrite L. split; [exact S1|]. rewrite <- (Z.mul_1_r s) in S2.
        split; [exact S2|]. intros i Hi. rewrite S3 by lia.
        rewrite offset_cons, offset_nil, Z.mod_small by lia. ring.
    - destruct (all _) as [Rs |] eqn:E; [|discriminate]. intros [= <-]. simpl.
      revert Rs E Q. induction IH as [| B Bs HB _ IH]; intros Rs E Q; simpl in *.
      + injection E as <-. split; [constructor | split; reflexivity].
      + apply positive_app in Q as [Q1 Q2].
        destruct (replace_leaves _ B) as [R |]; [|discriminate].
        destruct (all _) as [Ss |]; [|discriminate]. injection E as <-. simpl.
        destruct (HB R Q1 eq_refl) as (H1 & H2 & H3), (IH Ss eq_refl Q2) as (K1 & K2 & K3).
        split; [now apply positive_app|]. split; [rewrite !count_app; congruence|].
        intros i Hi. rewrite count_app in Hi. pose proof (count_positive _ H1).
        destruct (split_coordinate i _ _ H Hi) as (a & b & -> & Ha & Hb).
        rewrite offset_app_at by assumption. rewrite H2 in *.
        rewrite offset_app_at by assumption. f_equal; [now apply H3 | now apply K3].
  Qed.
End Pieces.

Lemma replace_leaves_more g h B R : (forall m L, g m = Some L -> h m = Some L) ->
  replace_leaves g B = Some R -> replace_leaves h B = Some R.
Proof.
  intros G. revert R. induction B as [m | Bs IH] using tree_induction; simpl; intros R; [apply G|].
  destruct (all _) as [Rs |] eqn:E; [|discriminate]. intros [= <-].
  assert (K : all (map (replace_leaves h) Bs) = Some Rs); [|now rewrite K].
  revert Rs E. induction IH as [| B Bs HB _ IH]; intros Rs E; simpl in *; [exact E|].
  destruct (replace_leaves g B) as [R |]; [|discriminate]. rewrite (HB R eq_refl).
  destruct (all (map (replace_leaves g) Bs)) as [Ss |]; [|discriminate]. now rewrite (IH Ss eq_refl).
Qed.

(** The criterion of carries is right and complete: it finds [R] if and only if [R] is [A o B]. *)
Theorem composition_by_carries A B R : positive (leaves A) -> positive (leaves B) ->
  compose_by_carries A B = Some R <-> composite A B R.
Proof.
  intros PA PB. unfold compose_by_carries. set (l := leaves A) in *. set (bs := boundaries 1 l).
  set (image := fun m : mode => (fst m, offset_ext l (snd m))).
  pose proof (replace_leaves_image l PA B PB) as G. fold bs image in G.
  (* The coordinate of each i. *)
  assert (at_i : forall P i, offset (map image (leaves P)) i =
      inner_product (natural (map fst (leaves P)) i) (map (fun m => offset_ext l (snd m)) (leaves P))).
  { intros P i. unfold offset. now rewrite !map_map. }
  split.
  - destruct (replace_leaves (pieces bs) B) as [P |] eqn:E; [|discriminate].
    destruct (adds_up l (leaves P)) eqn:U; [|discriminate]. intros [= <-].
    destruct (pieces_function l PA B P PB E) as (P1 & P2 & P3).
    pose proof (proj1 (adds_up_right l (leaves P) PA P1) U) as V. simpl in G.
    destruct (replace_leaves_over (fun m => 1 <= fst m) (guess l) B (map_tree image P) PB) with (2 := G) as [R1 R2].
    { intros [s d] L Hs. unfold guess. cbn [fst snd] in *. destruct (forced _ _ _) as [r |] eqn:F; [|discriminate].
      intros [= <-]. destruct (forced_coalesced _ _ _ _ Hs F) as (F1 & F2 & F3 & _). now apply coalesced_leaf. }
    split; [exact R1|]. split; [exact R2|]. rewrite size_shape. intros i Hi.
    rewrite leaves_map, at_i. rewrite <- P3 by congruence. symmetry. apply V.
    apply integral_natural; [|rewrite <- P2 in Hi; exact Hi]. apply Forall_map. exact P1.
  - intros H. pose proof H as (R1 & R2 & R3). rewrite size_shape in R3.
    assert (K : replace_leaves (guess l) B = Some R).
    { apply replace_leaves_more with (g := part (offset_ext l)).
      - intros m L. unfold part, guess, function_to_layout.
        destruct (forced _ _ _); [|discriminate]. now destruct (forallb _ _).
      - apply replace_leaves_complete; try assumption. apply offset_ext_0. }
    rewrite K in G. destruct (replace_leaves (pieces bs) B) as [P |] eqn:E; [|discriminate].
    simpl in G. injection G as ->. destruct (pieces_function l PA B P PB E) as (P1 & P2 & P3).
    replace (adds_up l (leaves P)) with true; [reflexivity|]. symmetry.
    apply adds_up_right; try assumption. intros c Hc.
    destruct (natural_integral _ _ Hc) as [N1 N2]. set (i := integral _ c) in *.
    change (product (map fst (leaves P))) with (count (leaves P)) in N2.
    rewrite P2 in N2. specialize (R3 i N2). rewrite leaves_map in R3. fold image in R3.
    rewrite at_i, N1 in R3. unfold linear. rewrite R3, <- P3 by congruence. unfold offset. now rewrite N1.
Qed.

(** So it has the same results as comparing all values. *)
Theorem carries_decide A B : positive (leaves A) -> positive (leaves B) -> compose_by_carries A B = compose A B.
Proof.
  intros PA PB. destruct (compose A B) as [R |] eqn:E.
  - now apply composition_by_carries, composition_exact.
  - destruct (compose_by_carries A B) as [R |] eqn:F; [|reflexivity]. exfalso.
    apply composition_by_carries, composition_exact in F; try assumption. congruence.
Qed.
