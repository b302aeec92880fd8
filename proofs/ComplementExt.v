(** How far a padded complement reaches, and the complement without end (docs/rules/complement.md;
    algebra/src/operation/complement.rs; 004, section 3.5). *)

From Tilework Require Export Complement.

(** Only the modes of positive stride. *)
Definition moving (l : list mode) : list mode := filter (fun m => negb (is_still m)) l.

Lemma moving_sorted l : positive l -> Forall (fun m => 2 <= fst m) (sort (moving l)).
Proof.
  intros P. apply Forall_forall. intros m Hm.
  apply (Permutation_in _ (sort_permutation _)) in Hm.
  apply filter_In in Hm as [Hm H]. unfold is_still in H.
  apply negb_true_iff, orb_false_iff in H as [H _]. apply Z.eqb_neq in H.
  unfold positive in P. rewrite Forall_forall in P. specialize (P m Hm). simpl in P. lia.
Qed.

(** The largest span [s d], or [least]. *)
Definition is_largest_span (least : Z) (l : list mode) (e : Z) : Prop :=
  (forall m, In m l -> fst m * snd m <= e) /\ (e = least \/ exists m, In m l /\ e = fst m * snd m).

Lemma gaps_end exact span l g e : 1 <= span -> Forall (fun m => 2 <= fst m) l ->
  gaps exact span l = Some (g, e) -> span <= e /\ is_largest_span span l e.
Proof.
  revert span g e. induction l as [| [s d] l IH]; intros span g e Hspan F; simpl.
  - intros [= <- <-]. split; [lia|]. split; [easy | now left].
  - destruct (Z.leb_spec span d) as [Hd |]; [|discriminate]. simpl.
    destruct (negb exact || (d mod span =? 0)); [|discriminate].
    destruct (gaps exact (s * d) l) as [[g' e'] |] eqn:G; [|discriminate].
    pose proof (Forall_inv F) as Hs. apply Forall_inv_tail in F. simpl in Hs.
    destruct (IH (s * d) g' e' ltac:(nia) F G) as (E1 & E2 & E3). intros [= _ <-].
    split; [nia|]. split.
    + intros m [<- | Hm]; [exact E1 | now apply E2].
    + right. destruct E3 as [-> | (m & Hm & ->)].
      * exists (s, d). split; [now left | reflexivity].
      * exists m. split; [now right | reflexivity].
Qed.

(** The last offset plus one span reaches [n]. *)
Theorem complement_ceil_reaches l n r : positive l -> 1 <= n -> complement_ceil l n = Some r ->
  exists e, is_largest_span 1 (moving l) e /\ n <= offset r (count r - 1) + e.
Proof.
  intros P Hn. unfold complement_ceil. fold (moving l). pose proof (moving_sorted l P) as M.
  destruct (gaps false 1 (sort (moving l))) as [[g e] |] eqn:G; [|discriminate]. intros [= <-].
  destruct (gaps_end false 1 _ g e ltac:(lia) M G) as (E1 & E2 & E3).
  destruct (gaps_spaced false 1 _ g e ltac:(lia) M G) as (w & _ & _ & _ & W4 & _).
  exists e. split.
  - split; [intros m Hm; apply E2 | destruct E3 as [E3 | (m & Hm & E3)]; [now left | right; exists m]].
    + apply (Permutation_in _ (Permutation_sym (sort_permutation _)) Hm).
    + split; [apply (Permutation_in _ (sort_permutation _) Hm) | exact E3].
  - specialize (W4 [] I). rewrite app_nil_r in W4.
    pose proof (spaced_positive _ _ W4) as Q. pose proof (count_positive g Q) as Cg.
    pose proof (spaced_increasing g W4) as Ig.
    assert (L : 0 <= offset g (count g - 1)).
    { destruct (Z.eq_dec (count g) 1) as [-> | N]; [now rewrite offset_0|].
      pose proof (Ig 0 (count g - 1) ltac:(lia) ltac:(lia) ltac:(lia)) as K. rewrite offset_0 in K. lia. }
    pose proof (Z.div_mod (n + e - 1) e ltac:(lia)) as D. pose proof (Z.mod_pos_bound (n + e - 1) e ltac:(lia)).
    set (c := (n + e - 1) / e) in *. clearbody c. assert (1 <= c) by nia.
    unfold close. destruct (Z.eqb_spec c 1) as [-> | C]; [lia|].
    rewrite count_app, count_cons, count_nil.
    replace (count g * (c * 1) - 1) with (count g - 1 + count g * (c - 1)) by ring.
    rewrite offset_app_at, offset_cons, offset_nil, Z.mod_small by (assumption || lia). lia.
Qed.

Lemma offset_ext_app l m i : positive l -> m <> [] ->
  offset_ext (l ++ m) i = offset l (i mod count l) + offset_ext m (i / count l).
Proof.
  intros P N. revert i. induction P as [| [s d] l Hs P IH]; intros i; simpl app.
  - rewrite count_nil, Z.div_1_r. reflexivity.
  - simpl in Hs. pose proof (count_positive l P).
    rewrite offset_ext_cons by (destruct l; [exact N | discriminate]).
    rewrite offset_cons, count_cons, IH, mod_mul_mod, mod_mul_div, Z.div_div by lia. ring.
Qed.

(** The complement without end is sorted, and coalesced except for its last mode. No two copies of the layout at its
    offsets have anything in common, apart from repetitions by modes of stride 0. *)
Theorem complement_ext_right l r : positive l -> complement_ext l = Some r ->
  (exists g e, r = g ++ [(1, e)] /\ positive g /\ coalesced_flat g /\ is_largest_span 1 (moving l) e) /\
  (forall i j, 0 <= i -> i < j -> offset_ext r i < offset_ext r j) /\
  (forall a b i j, 0 <= a < count (moving l) -> 0 <= b < count (moving l) -> 0 <= i -> 0 <= j ->
     offset (moving l) a + offset_ext r i = offset (moving l) b + offset_ext r j -> a = b /\ i = j).
Proof.
  intros P. unfold complement_ext. fold (moving l). pose proof (moving_sorted l P) as M.
  destruct (gaps false 1 (sort (moving l))) as [[g e] |] eqn:G; [|discriminate]. intros [= <-].
  destruct (gaps_end false 1 _ g e ltac:(lia) M G) as (E1 & E2 & E3).
  destruct (gaps_spaced false 1 _ g e ltac:(lia) M G) as (w & _ & _ & _ & W4 & W5 & _).
  specialize (W4 [] I). rewrite app_nil_r in W4. pose proof (spaced_positive _ _ W4) as Q.
  pose proof (count_positive g Q) as Cg.
  split.
  { exists g, e. split; [reflexivity|]. split; [exact Q|]. split.
    - destruct (W5 [] I I) as [C _]. now rewrite app_nil_r in C.
    - split; [intros m Hm; apply E2 | destruct E3 as [E3 | (m & Hm & E3)]; [now left | right; exists m]].
      + apply (Permutation_in _ (Permutation_sym (sort_permutation _)) Hm).
      + split; [apply (Permutation_in _ (sort_permutation _) Hm) | exact E3]. }
  (* Up to any end it is a padded complement. *)
  assert (K : forall c, 2 <= c -> complement_ceil l (c * e) = Some (g ++ [(c, e)])).
  { intros c Hc. unfold complement_ceil. fold (moving l). rewrite G. unfold close.
    replace ((c * e + e - 1) / e) with c; [now destruct (Z.eqb_spec c 1); [lia|]|].
    apply (Z.div_unique_pos _ _ _ (e - 1)); lia. }
  assert (F : forall c i, 2 <= c -> 0 <= i < count g * c -> offset_ext (g ++ [(1, e)]) i = offset (g ++ [(c, e)]) i).
  { intros c i Hc Hi. rewrite offset_ext_app, offset_app by (assumption || discriminate). f_equal.
    rewrite offset_cons, offset_nil. simpl. rewrite Z.mod_small; [ring|].
    split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia]. }
  split.
  - intros i j Hi Hj. set (c := j + 2).
    destruct (complement_ceil_right l (c * e) _ P ltac:(unfold c; nia) (K c ltac:(lia))) as (_ & _ & Inc & _).
    rewrite !(F c) by (unfold c; nia). apply Inc; [lia | lia |].
    rewrite count_app, count_cons, count_nil. unfold c. nia.
  - intros a b i j Ha Hb Hi Hj E. set (c := i + j + 2).
    destruct (complement_ceil_right l (c * e) _ P ltac:(unfold c; nia) (K c ltac:(lia))) as (Pr & _ & _ & Inj).
    fold (moving l) in Inj. rewrite !(F c) in E by (unfold c; nia).
    assert (Pm : positive (moving l)).
    { apply Forall_forall. intros m Hm. apply filter_In in Hm as [Hm _]. unfold positive in P.
      rewrite Forall_forall in P. now apply P. }
    rewrite <- !offset_app_at in E by assumption.
    assert (Bi : i < count (g ++ [(c, e)])) by (rewrite count_app, count_cons, count_nil; unfold c; nia).
    assert (Bj : j < count (g ++ [(c, e)])) by (rewrite count_app, count_cons, count_nil; unfold c; nia).
    pose proof (count_positive _ Pm) as Cm. apply Inj in E; [| rewrite count_app; nia | rewrite count_app; nia].
    assert (i = j) by (destruct (Z.lt_trichotomy i j) as [L | [L | L]]; [exfalso; nia | exact L | exfalso; nia]).
    subst j. split; [lia | reflexivity].
Qed.
