(** Bank conflicts, and the proof that a conflict-free swizzle is what its name says
    (docs/rules/conflict_free_swizzle.md; algebra/src/search/bank_conflicts.rs). *)

From Tilework Require Export Xor FunctionToLayout.

(** * To be trusted: memory in banks *)

(** Each thread accesses [vector] elements of [element] bytes; word [w], of [width] bytes, is in bank [w mod banks]. *)
Record access := { element : Z; vector : Z; banks : Z; width : Z }.

Definition sound (a : access) : Prop := 1 <= element a /\ 1 <= vector a /\ 1 <= banks a /\ 1 <= width a.

(** Threads with these offsets request the word. *)
Definition asks (a : access) (offsets : list Z) (w : Z) : Prop :=
  exists x byte, In x offsets /\ x * element a <= byte < (x + vector a) * element a /\ w = byte / width a.

(** No bank has to deliver two words at once. *)
Definition without_conflicts (a : access) (offsets : list Z) : Prop :=
  forall v w, asks a offsets v -> asks a offsets w -> v mod banks a = w mod banks a -> v = w.

(** The number of threads that access together: as many as request all banks once, at most one for each bank. *)
Definition threads (a : access) : Z :=
  Z.min (Z.max 1 (banks a * width a / (element a * vector a))) (banks a).

(** The threads in phases of [n]. *)
Fixpoint phases_of (n : nat) (offsets : list Z) (fuel : nat) : list (list Z) :=
  match fuel, offsets with
  | S fuel, _ :: _ => firstn n offsets :: phases_of n (skipn n offsets) fuel
  | _, _ => []
  end.
Definition phases (a : access) (offsets : list Z) : list (list Z) :=
  phases_of (Z.to_nat (threads a)) offsets (length offsets).

(** A swizzle up, [Sw<B,M,S>], or down, [Sw<B,M,-S>]. *)
Record swizzled := { bits : Z; base : Z; shift : Z; down : bool }.
Definition apply (f : swizzled) (x : Z) : Z :=
  if down f then swizzle_down (bits f) (base f) (shift f) x else swizzle (bits f) (base f) (shift f) x.

(** The elements that a thread accesses stay together. *)
Definition whole (a : access) (f : swizzled) (x : Z) : Prop :=
  forall i, 0 <= i < vector a -> apply f (x + i) = apply f x + i.

(** None of these accesses has a conflict after the swizzle. *)
Definition frees (f : swizzled) (accesses : list (access * list Z)) : Prop :=
  forall a offsets, In (a, offsets) accesses ->
    (forall phase, In phase (phases a offsets) -> without_conflicts a (map (apply f) phase)) /\
    (forall x, In x offsets -> whole a f x).

(** * The procedures *)

(** The words that one thread requests, and those of all threads. *)
Definition words (a : access) (x : Z) : list Z :=
  let first := x * element a / width a in
  map (Z.add first) (range (((x + vector a) * element a - 1) / width a - first + 1)).
Definition all_words (a : access) (offsets : list Z) : list Z := nodup Z.eq_dec (flat_map (words a) offsets).

(** The number of words beyond one that the busiest bank delivers. *)
Definition conflicts (a : access) (offsets : list Z) : Z :=
  let asked := all_words a offsets in
  fold_right (fun bank most => Z.max (Z.of_nat (length (filter (fun w => w mod banks a =? bank) asked)) - 1) most)
    0 (range (banks a)).

Definition bank_conflicts (a : access) (offsets : list Z) : Z :=
  fold_right (fun phase sum => conflicts a phase + sum) 0 (phases a offsets).

Definition frees_all (accesses : list (access * list Z)) (f : swizzled) : bool :=
  forallb (fun '(a, offsets) =>
    forallb (fun phase => conflicts a (map (apply f) phase) =? 0) (phases a offsets) &&
    forallb (fun x => forallb (fun i => apply f (x + i) =? apply f x + i) (range (vector a))) offsets) accesses.

(** The number of bits of the last element. *)
Definition last_bits (accesses : list (access * list Z)) : Z :=
  let last := fold_right (fun '(a, offsets) most =>
    fold_right (fun x most => Z.max (x + vector a - 1) most) most offsets) 0 accesses in
  if last =? 0 then 0 else Z.log2 last + 1.

(** All swizzles within [n] bits: fewest bits first, then the highest base, the least shift, and up before down. *)
Definition candidates (n : Z) : list swizzled :=
  {| bits := 0; base := 0; shift := 0; down := false |} ::
  flat_map (fun b =>
    flat_map (fun m =>
      flat_map (fun s =>
        [{| bits := b; base := m; shift := s; down := false |}; {| bits := b; base := m; shift := s; down := true |}])
        (map (Z.add b) (range (n - 2 * b - m + 1))))
      (rev (range (n - 2 * b + 1))))
    (map (Z.add 1) (range (n / 2))).

Definition conflict_free_swizzle (accesses : list (access * list Z)) : option swizzled :=
  find (frees_all accesses) (candidates (last_bits accesses)).

(** * Words *)

Lemma words_right a x w : sound a ->
  In w (words a x) <-> exists byte, x * element a <= byte < (x + vector a) * element a /\ w = byte / width a.
Proof.
  intros (He & Hv & Hb & Hw). unfold words. rewrite in_map_iff.
  assert (L : x * element a <= (x + vector a) * element a - 1) by nia.
  pose proof (Z.div_le_mono _ _ (width a) ltac:(lia) L) as M.
  split.
  - intros (i & <- & Hi). apply in_range in Hi.
    set (first := x * element a / width a) in *. set (last := ((x + vector a) * element a - 1) / width a) in *.
    pose proof (Z.div_mod (x * element a) (width a) ltac:(lia)) as D1. fold first in D1.
    pose proof (Z.div_mod ((x + vector a) * element a - 1) (width a) ltac:(lia)) as D2. fold last in D2.
    pose proof (Z.mod_pos_bound (x * element a) (width a) ltac:(lia)).
    pose proof (Z.mod_pos_bound ((x + vector a) * element a - 1) (width a) ltac:(lia)).
    exists (Z.max (x * element a) ((first + i) * width a)). split.
    + split; [lia|]. assert ((first + i) * width a <= last * width a) by nia. nia.
    + destruct (Z.le_ge_cases ((first + i) * width a) (x * element a)) as [C | C].
      * rewrite Z.max_l by lia. fold first. assert (i = 0) by nia. lia.
      * rewrite Z.max_r by lia. symmetry. apply Z_div_mult. lia.
  - intros (byte & B & ->). exists (byte / width a - x * element a / width a).
    split; [ring|]. apply in_range.
    pose proof (Z.div_le_mono (x * element a) byte (width a) ltac:(lia) ltac:(lia)).
    pose proof (Z.div_le_mono byte ((x + vector a) * element a - 1) (width a) ltac:(lia) ltac:(lia)). lia.
Qed.

Lemma all_words_right a offsets w : sound a -> In w (all_words a offsets) <-> asks a offsets w.
Proof.
  intros S. unfold all_words, asks. rewrite nodup_In, in_flat_map. split.
  - intros (x & Hx & H). apply words_right in H as (byte & B & E); [|exact S]. now exists x, byte.
  - intros (x & byte & Hx & B & E). exists x. split; [exact Hx|]. apply words_right; [exact S|]. now exists byte.
Qed.

Lemma most_0 {V} (f : V -> Z) l : fold_right (fun v most => Z.max (f v) most) 0 l = 0 <-> forall v, In v l -> f v <= 0.
Proof.
  assert (G : 0 <= fold_right (fun v most => Z.max (f v) most) 0 l) by (induction l; simpl; lia).
  induction l as [| v l IH]; simpl in *; [now split|].
  assert (G' : 0 <= fold_right (fun v most => Z.max (f v) most) 0 l) by (clear; induction l; simpl; lia).
  specialize (IH G'). split.
  - intros H w [<- | Hw]; [lia|]. apply IH; [lia | exact Hw].
  - intros H. pose proof (H v (or_introl eq_refl)). assert (K : fold_right (fun v most => Z.max (f v) most) 0 l = 0).
    { apply IH. intros w Hw. apply H. now right. }
    lia.
Qed.

Lemma one_at_most {V} (l : list V) : NoDup l -> (length l <= 1)%nat <-> forall v w, In v l -> In w l -> v = w.
Proof.
  intros N. destruct l as [| v [| w l]]; simpl.
  - split; [easy | lia].
  - split; [intros _ x y [<- | []] [<- | []]; reflexivity | lia].
  - split; [lia|]. intros H. exfalso. inversion N as [| ? ? N1 _]; subst. apply N1. left.
    symmetry. apply H; auto.
Qed.

(** There are no conflicts if and only if no bank has to deliver two words. *)
Theorem conflicts_right a offsets : sound a -> conflicts a offsets = 0 <-> without_conflicts a offsets.
Proof.
  intros S. unfold conflicts, without_conflicts. rewrite most_0.
  assert (N : NoDup (all_words a offsets)) by apply NoDup_nodup.
  split.
  - intros H v w Hv Hw E. apply all_words_right in Hv, Hw; try exact S.
    assert (B : In (v mod banks a) (range (banks a))).
    { apply in_range. apply Z.mod_pos_bound. destruct S as (_ & _ & ? & _). lia. }
    specialize (H _ B). apply (one_at_most _ (NoDup_filter (fun u => u mod banks a =? v mod banks a) N)); [lia | |];
      apply filter_In; split; try assumption; lia.
  - intros H bank _. assert (L : (length (filter (fun w => (w mod banks a =? bank)%Z) (all_words a offsets)) <= 1)%nat); [|lia].
    apply (one_at_most _ (NoDup_filter (fun u => u mod banks a =? bank) N)). intros v w Hv Hw.
    apply filter_In in Hv as [Hv Ev], Hw as [Hw Ew]. apply H; [now apply all_words_right | now apply all_words_right | lia].
Qed.

Lemma conflicts_natural a offsets : 0 <= conflicts a offsets.
Proof. unfold conflicts. induction (range (banks a)); simpl; lia. Qed.

Theorem bank_conflicts_right a offsets : sound a ->
  bank_conflicts a offsets = 0 <-> forall phase, In phase (phases a offsets) -> without_conflicts a phase.
Proof.
  intros S. unfold bank_conflicts. induction (phases a offsets) as [| phase l IH]; simpl; [now split|].
  assert (G : 0 <= fold_right (fun phase sum => conflicts a phase + sum) 0 l).
  { clear. induction l as [| phase l IH]; simpl; [lia|]. pose proof (conflicts_natural a phase). lia. }
  pose proof (conflicts_natural a phase) as C. split.
  - intros H p [<- | Hp]; [apply conflicts_right; [exact S | lia]|]. apply IH; [lia | exact Hp].
  - intros H. assert (conflicts a phase = 0) by (apply conflicts_right; [exact S | apply H; now left]).
    assert (fold_right (fun phase sum => conflicts a phase + sum) 0 l = 0); [|lia].
    apply IH. intros p Hp. apply H. now right.
Qed.

(** * Swizzles *)

Lemma frees_all_right accesses f : Forall (fun p => sound (fst p)) accesses ->
  frees_all accesses f = true <-> frees f accesses.
Proof.
  intros S. unfold frees_all, frees. rewrite forallb_forall. rewrite Forall_forall in S. split.
  - intros H a offsets I. specialize (H _ I). cbv beta iota in H. apply andb_prop in H as [H1 H2].
    rewrite forallb_forall in H1, H2. split.
    + intros phase Hp. apply conflicts_right; [exact (S _ I)|]. specialize (H1 _ Hp). lia.
    + intros x Hx i Hi. specialize (H2 _ Hx). rewrite forallb_forall in H2.
      apply in_range in Hi. specialize (H2 _ Hi). lia.
  - intros H [a offsets] I. destruct (H a offsets I) as [H1 H2]. apply andb_true_intro.
    split; apply forallb_forall.
    + intros phase Hp. apply Z.eqb_eq. apply conflicts_right; [exact (S _ I) | now apply H1].
    + intros x Hx. apply forallb_forall. intros i Hi. apply Z.eqb_eq. apply in_range in Hi. now apply H2.
Qed.

Lemma candidates_right n f : In f (candidates n) <->
  f = {| bits := 0; base := 0; shift := 0; down := false |} \/
  1 <= bits f <= shift f /\ 0 <= base f /\ bits f + base f + shift f <= n.
Proof.
  unfold candidates. cbn [In]. rewrite in_flat_map. split.
  - intros [<- | (b & Hb & H)]; [now left | right].
    apply in_map_iff in Hb as (b' & <- & Hb). apply in_range in Hb.
    apply in_flat_map in H as (m & Hm & H). apply in_rev in Hm. apply in_range in Hm.
    apply in_flat_map in H as (s & Hs & H). apply in_map_iff in Hs as (s' & <- & Hs). apply in_range in Hs.
    destruct H as [<- | [<- | []]]; cbn [bits base shift]; lia.
  - intros [-> | (Hb & Hm & Hn)]; [now left | right]. destruct f as [b m s d]. cbn [bits base shift] in *.
    exists b. split.
    { apply in_map_iff. exists (b - 1). split; [lia|]. apply in_range.
      assert (b <= n / 2) by (apply Z.div_le_lower_bound; lia). lia. }
    apply in_flat_map. exists m. split; [apply -> in_rev; apply in_range; lia|].
    apply in_flat_map. exists s. split.
    { apply in_map_iff. exists (s - b). split; [lia|]. apply in_range. lia. }
    destruct d; simpl; auto.
Qed.

(** The swizzle that is found leaves no access a conflict and keeps the elements of each thread together. Those before
    it in the order do not. *)
Theorem conflict_free_right accesses f : Forall (fun p => sound (fst p)) accesses ->
  conflict_free_swizzle accesses = Some f ->
  frees f accesses /\ exists before after, candidates (last_bits accesses) = before ++ f :: after /\
    forall g, In g before -> ~ frees g accesses.
Proof.
  intros S. unfold conflict_free_swizzle. generalize (candidates (last_bits accesses)).
  induction l as [| g l IH]; simpl; [discriminate|].
  destruct (frees_all accesses g) eqn:E.
  - intros [= <-]. split; [now apply frees_all_right|]. exists [], l. split; [reflexivity | easy].
  - intros H. destruct (IH H) as (H1 & before & after & -> & H2). split; [exact H1|].
    exists (g :: before), after. split; [reflexivity|]. intros h [<- | Hh]; [|now apply H2].
    intros F. apply frees_all_right in F; congruence.
Qed.

(** If none is found, there is none, with any number of bits, base and shift, that stays within the bits of the last
    element. *)
Theorem conflict_free_complete accesses f : Forall (fun p => sound (fst p)) accesses ->
  conflict_free_swizzle accesses = None -> 0 <= base f -> 0 <= bits f <= shift f ->
  bits f + base f + shift f <= last_bits accesses -> ~ frees f accesses.
Proof.
  intros S H Hm Hb Hn F. unfold conflict_free_swizzle in H.
  destruct (Z.eq_dec (bits f) 0) as [E | N].
  - assert (I : In {| bits := 0; base := 0; shift := 0; down := false |} (candidates (last_bits accesses)))
      by (apply candidates_right; now left).
    pose proof (find_none _ _ H _ I) as K. rewrite (proj2 (frees_all_right _ _ S)) in K; [discriminate|].
    assert (X : forall x, apply f x = apply {| bits := 0; base := 0; shift := 0; down := false |} x).
    { intros x. unfold apply, swizzle, swizzle_down. simpl. rewrite E. simpl.
      rewrite !Z.land_0_r, !Z.shiftl_0_l. now destruct (down f). }
    intros a offsets Ia. destruct (F a offsets Ia) as [F1 F2]. split.
    + intros phase Hp. rewrite <- (map_ext _ _ X). now apply F1.
    + intros x Hx i Hi. rewrite <- !X. now apply F2.
  - assert (I : In f (candidates (last_bits accesses))) by (apply candidates_right; right; lia).
    pose proof (find_none _ _ H _ I) as K. rewrite (proj2 (frees_all_right _ _ S)) in K; [discriminate | exact F].
Qed.
