(** Complements, exact and padded: their definition and the proof that they are right (docs/rules/complement.md;
    algebra/src/operation/complement.rs; 003, definitions 2.1.6.25 and 2.3.6.5; 004, section 3.5). *)

From Tilework Require Export Coalesce.

Fixpoint insert_by {V} (key : V -> Z) (v : V) (l : list V) : list V :=
  match l with
  | [] => [v]
  | v' :: l' => if key v <=? key v' then v :: l else v' :: insert_by key v l'
  end.
Definition sort_by {V} (key : V -> Z) (l : list V) : list V := fold_right (insert_by key) [] l.
Definition sort : list mode -> list mode := sort_by snd.

Definition is_one (m : mode) : bool := fst m =? 1.
Definition is_still (m : mode) : bool := (fst m =? 1) || (snd m =? 0).

(** The gaps between the modes, sorted by stride: from each span up to the next stride. Also the largest span. Exact
    gaps are whole. *)
Fixpoint gaps (exact : bool) (span : Z) (l : list mode) : option (list mode * Z) :=
  match l with
  | [] => Some ([], span)
  | (s, d) :: l =>
      if (span <=? d) && (negb exact || (d mod span =? 0)) then
        match gaps exact (s * d) l with
        | Some (g, e) => Some (if d / span =? 1 then g else (d / span, span) :: g, e)
        | None => None
        end
      else None
  end.

Definition close (g : list mode) (extent span : Z) : list mode :=
  if extent =? 1 then g else g ++ [(extent, span)].

Definition complement (l : list mode) (n : Z) : option (list mode) :=
  match gaps true 1 (sort (filter (fun m => negb (is_one m)) l)) with
  | Some (g, span) => if n mod span =? 0 then Some (close g (n / span) span) else None
  | None => None
  end.

Definition complement_ceil (l : list mode) (n : Z) : option (list mode) :=
  match gaps false 1 (sort (filter (fun m => negb (is_still m)) l)) with
  | Some (g, span) => Some (close g ((n + span - 1) / span) span)
  | None => None
  end.

(** The last mode of the complement continues without end. *)
Definition complement_ext (l : list mode) : option (list mode) :=
  match gaps false 1 (sort (filter (fun m => negb (is_still m)) l)) with
  | Some (g, span) => Some (g ++ [(1, span)])
  | None => None
  end.

(** * The order of modes does not affect the offsets *)

Lemma positive_permutation l m : Permutation l m -> positive l -> positive m.
Proof. intros H P. eapply Permutation_Forall; eauto. Qed.

Lemma count_permutation l m : Permutation l m -> count l = count m.
Proof.
  induction 1 as [| [s d] l m _ IH | [s d] [t e] l | l m n _ IH1 _ IH2];
    rewrite ?count_cons in *; try congruence. ring.
Qed.

Lemma offset_permutation l m : Permutation l m -> positive l ->
  forall i, 0 <= i < count l -> exists j, 0 <= j < count m /\ offset m j = offset l i.
Proof.
  induction 1 as [| [s d] l m E IH | [s d] [t e] l | l m n E1 IH1 E2 IH2]; intros P i Hi.
  - exists i. now split.
  - pose proof (Forall_inv P) as Hs. pose proof (Forall_inv_tail P) as P'. simpl in Hs.
    rewrite count_cons in *.
    destruct (split_coordinate i s _ Hs Hi) as (a & b & -> & Ha & Hb).
    destruct (IH P' b Hb) as (j & Hj & F). exists (a + s * j). split; [nia|].
    rewrite !offset_cons_at by lia. lia.
  - pose proof (Forall_inv P) as Hs. pose proof (Forall_inv_tail P) as P'.
    pose proof (Forall_inv P') as Ht. simpl in Hs, Ht. rewrite !count_cons in *.
    destruct (split_coordinate i t _ Hs Hi) as (a & b & -> & Ha & Hb).
    destruct (split_coordinate b s _ Ht Hb) as (c & q & -> & Hc & Hq).
    exists (c + s * (a + t * q)).
    assert (0 <= a + t * q < t * count l) by nia. split; [nia|].
    rewrite !offset_cons_at by lia. lia.
  - destruct (IH1 P i Hi) as (j & Hj & F).
    destruct (IH2 (positive_permutation _ _ E1 P) j Hj) as (k & Hk & G).
    exists k. split; [exact Hk | congruence].
Qed.

Definition injective (l : list mode) : Prop :=
  forall i j, 0 <= i < count l -> 0 <= j < count l -> offset l i = offset l j -> i = j.

Definition integers (n : Z) : list Z := map Z.of_nat (seq 0 (Z.to_nat n)).

Lemma in_integers i n : In i (integers n) <-> 0 <= i < n.
Proof.
  unfold integers. rewrite in_map_iff. split.
  - intros (k & <- & H). apply in_seq in H. lia.
  - intros H. exists (Z.to_nat i). split; [lia|]. apply in_seq. lia.
Qed.

Lemma no_duplicates {V W} (f : V -> W) l :
  (forall x y, In x l -> In y l -> f x = f y -> x = y) -> NoDup l -> NoDup (map f l).
Proof.
  induction l as [| v l IH]; simpl; intros F N; [constructor|].
  inversion N as [| ? ? N1 N2]; subst. constructor; [|apply IH; auto].
  rewrite in_map_iff. intros (w & E & H). apply N1. rewrite (F v w); auto.
Qed.

Lemma duplicates {V W} (f : V -> W) l : NoDup (map f l) ->
  forall x y, In x l -> In y l -> f x = f y -> x = y.
Proof.
  induction l as [| v l IH]; simpl; intros N x y Hx Hy E; [easy|].
  inversion N as [| ? ? N1 N2]; subst. rewrite in_map_iff in N1.
  destruct Hx as [-> | Hx], Hy as [-> | Hy]; [reflexivity | | | now apply IH];
    exfalso; apply N1; [now exists y | now exists x].
Qed.

Lemma injective_permutation l m : Permutation l m -> positive l -> injective l -> injective m.
Proof.
  intros E P I. pose proof (count_permutation _ _ E) as C.
  assert (N : NoDup (map (offset m) (integers (count m)))).
  { apply (@NoDup_incl_NoDup Z (map (offset l) (integers (count l)))).
    - apply no_duplicates.
      + intros x y Hx Hy. rewrite in_integers in Hx, Hy. now apply I.
      + unfold integers. apply no_duplicates; [intros; lia | apply seq_NoDup].
    - unfold integers. rewrite !map_length, C. lia.
    - intros v. rewrite !in_map_iff. intros (i & <- & Hi). rewrite in_integers in Hi.
      destruct (offset_permutation _ _ E P i Hi) as (j & Hj & F).
      exists j. rewrite in_integers. now split. }
  intros i j Hi Hj. apply (duplicates _ _ N); now apply in_integers.
Qed.

Lemma bijective_permutation l m n : Permutation l m -> positive l ->
  bijective_onto l n -> bijective_onto m n.
Proof.
  intros E P (B1 & B2 & B3). pose proof (positive_permutation _ _ E P) as Q. split; [|split].
  - intros i Hi. destruct (offset_permutation _ _ (Permutation_sym E) Q i Hi) as (j & Hj & <-). auto.
  - intros x Hx. destruct (B2 x Hx) as (i & Hi & <-). apply (offset_permutation _ _ E P i Hi).
  - exact (injective_permutation l m E P B3).
Qed.

Lemma insert_by_permutation {V} (key : V -> Z) v l : Permutation (insert_by key v l) (v :: l).
Proof.
  induction l as [| v' l IH]; simpl; [reflexivity|].
  destruct (key v <=? key v'); [reflexivity|]. rewrite IH. apply perm_swap.
Qed.

Lemma sort_by_permutation {V} (key : V -> Z) l : Permutation (sort_by key l) l.
Proof. induction l as [| v l IH]; simpl; [reflexivity|]. now rewrite insert_by_permutation, IH. Qed.

Lemma sort_permutation l : Permutation (sort l) l.
Proof. apply sort_by_permutation. Qed.

Fixpoint sorted_by {V} (key : V -> Z) (l : list V) : Prop :=
  match l with
  | [] => True
  | v :: l => Forall (fun w => key v <= key w) l /\ sorted_by key l
  end.

Lemma sort_by_sorted {V} (key : V -> Z) l : sorted_by key (sort_by key l).
Proof.
  assert (I : forall v l, sorted_by key l -> sorted_by key (insert_by key v l)).
  { clear. intros v l. induction l as [| v' l IH]; simpl; [auto|]. intros [S1 S2].
    destruct (Z.leb_spec (key v) (key v')); simpl.
    - split; [|auto]. constructor; [exact H|]. eapply Forall_impl; [|exact S1]. simpl. intros; lia.
    - split; [|auto]. eapply Permutation_Forall; [apply Permutation_sym, insert_by_permutation|].
      constructor; [lia | exact S1]. }
  induction l as [| v l IH]; simpl; [exact Logic.I | now apply I].
Qed.

Lemma filter_permutation {V} (f : V -> bool) l :
  Permutation (filter f l ++ filter (fun v => negb (f v)) l) l.
Proof.
  induction l as [| v l IH]; simpl; [reflexivity|]. destruct (f v); simpl; [now rewrite IH|].
  rewrite <- Permutation_middle. now rewrite IH.
Qed.

(** * Modes that begin no earlier than the previous ones end *)

Fixpoint spaced (span : Z) (l : list mode) : Prop :=
  match l with
  | [] => True
  | (s, d) :: l => 1 <= s /\ span <= d /\ spaced (s * d) l
  end.

(** Modes that begin where the previous ones end. *)
Fixpoint compact (span : Z) (l : list mode) : Prop :=
  match l with
  | [] => True
  | (s, d) :: l => 1 <= s /\ d = span /\ compact (s * span) l
  end.

Lemma spaced_positive span l : spaced span l -> positive l.
Proof.
  revert span. induction l as [| [s d] l IH]; intros span; simpl; [constructor|].
  intros (H & _ & S). constructor; [exact H | eapply IH; exact S].
Qed.

Lemma spaced_weaken a b l : a <= b -> spaced b l -> spaced a l.
Proof. destruct l as [| [s d] l]; simpl; [easy|]. intros ? (? & ? & ?). repeat split; auto; lia. Qed.

Lemma compact_spaced span l : compact span l -> spaced span l.
Proof.
  revert span. induction l as [| [s d] l IH]; intros span; simpl; [easy|].
  intros (H & -> & C). repeat split; [exact H | lia | now apply IH].
Qed.

(** Each step of the coordinate advances by at least the span. *)
Lemma spaced_increases span l i j : 0 <= span -> spaced span l -> 0 <= i -> i < j -> j < count l ->
  offset l i + span <= offset l j.
Proof.
  revert span i j. induction l as [| [s d] l IH]; intros span i j Hspan S Hi Hij Hj.
  - rewrite count_nil in Hj. lia.
  - destruct S as (Hs & Hd & S). pose proof (count_positive _ (spaced_positive _ _ S)).
    rewrite count_cons in Hj.
    destruct (split_coordinate i s (count l) Hs ltac:(lia)) as (a & b & -> & Ha & Hb).
    destruct (split_coordinate j s (count l) Hs ltac:(lia)) as (c & q & -> & Hc & Hq).
    rewrite !offset_cons_at by lia.
    assert (b <= q) by nia. assert (0 <= d) by lia. destruct (Z.eq_dec b q) as [-> | N].
    + assert (a + 1 <= c) by lia. assert ((a + 1) * d <= c * d) by (apply Z.mul_le_mono_nonneg_r; lia). lia.
    + specialize (IH (s * d) b q ltac:(nia) S ltac:(lia) ltac:(lia) ltac:(lia)).
      assert (a * d <= (s - 1) * d) by (apply Z.mul_le_mono_nonneg_r; lia).
      assert (0 <= c * d) by (apply Z.mul_nonneg_nonneg; lia). lia.
Qed.

Lemma spaced_increasing l : spaced 1 l -> increasing l.
Proof.
  intros S i j Hi Hij Hj. pose proof (spaced_increases 1 l i j ltac:(lia) S Hi Hij Hj). lia.
Qed.

Lemma increasing_injective l : increasing l -> injective l.
Proof.
  intros I i j Hi Hj E. destruct (Z.lt_trichotomy i j) as [L | [L | L]]; [exfalso | exact L | exfalso].
  - pose proof (I i j ltac:(lia) L ltac:(lia)). lia.
  - pose proof (I j i ltac:(lia) L ltac:(lia)). lia.
Qed.

Lemma compact_offset span l i : compact span l -> 0 <= i < count l -> offset l i = i * span.
Proof.
  revert span i. induction l as [| [s d] l IH]; intros span i C Hi.
  - rewrite count_nil in Hi. now replace i with 0 by lia.
  - destruct C as (Hs & -> & C). rewrite count_cons in Hi.
    destruct (split_coordinate i s (count l) Hs Hi) as (a & b & -> & Ha & Hb).
    rewrite offset_cons_at by lia. rewrite (IH _ _ C Hb). ring.
Qed.

Lemma compact_bijective l : compact 1 l -> bijective_onto l (count l).
Proof.
  intros C. split; [|split].
  - intros i Hi. rewrite (compact_offset 1) by assumption. lia.
  - intros x Hx. exists x. rewrite (compact_offset 1) by assumption. lia.
  - intros i j Hi Hj. rewrite !(compact_offset 1) by assumption. lia.
Qed.

(** * The gaps *)

Lemma gaps_spaced exact span l g e : 1 <= span -> Forall (fun m => 2 <= fst m) l ->
  gaps exact span l = Some (g, e) ->
  exists w, Permutation w (l ++ g) /\ span <= e /\
    (forall last, spaced e last -> spaced span (w ++ last)) /\
    (forall last, spaced e last -> spaced span (g ++ last)) /\
    (forall last, coalesced_flat last ->
       match last with (_, d) :: _ => e <= d | [] => True end ->
       coalesced_flat (g ++ last) /\
       match g ++ last with (_, d) :: _ => span <= d | [] => True end) /\
    (exact = true -> compact span w /\ e = span * count w /\
       forall last, compact e last -> compact span (w ++ last)).
Proof.
  revert span g e. induction l as [| [s d] l IH]; intros span g e Hspan F; simpl.
  - intros [= <- <-]. exists []. simpl.
    split; [reflexivity|]. split; [lia|]. split; [auto|]. split; [auto|]. split; [auto|].
    intros _. split; [exact I|]. split; [rewrite count_nil; lia | auto].
  - destruct (Z.leb_spec span d) as [Hd |]; [|discriminate]. simpl.
    destruct (negb exact || (d mod span =? 0)) eqn:X; [|discriminate].
    destruct (gaps exact (s * d) l) as [[g' e'] |] eqn:G; [|discriminate].
    pose proof (Forall_inv F) as Hs. pose proof (Forall_inv_tail F) as F'. simpl in Hs.
    destruct (IH (s * d) g' e' ltac:(nia) F' G) as (w & W1 & W2 & W3 & W4 & W5 & W6).
    intros [= <- <-].
    pose proof (Z.div_mod d span ltac:(lia)) as D. pose proof (Z.mod_pos_bound d span ltac:(lia)).
    set (q := d / span) in *.
    assert (Hq : 1 <= q) by nia.
    assert (Hsd : 2 * d <= s * d) by nia.
    assert (Hqd : q * span <= d) by nia.
    assert (XE : exact = true -> d = q * span).
    { intros ->. simpl in X. apply Z.eqb_eq in X. lia. }
    clearbody q.
    destruct (Z.eqb_spec q 1) as [Q | Q].
    + exists ((s, d) :: w).
      split; [now constructor|]. split; [lia|].
      split; [intros last S; cbn; split; [lia|]; split; [lia | now apply W3]|].
      split; [intros last S; eapply spaced_weaken; [|apply W4; exact S]; lia|].
      split.
      { intros last C1 C2. destruct (W5 last C1 C2) as [Y1 Y2]. split; [exact Y1|].
        destruct (g' ++ last) as [| [u f] r]; [exact I | lia]. }
      intros E. destruct (W6 E) as (V1 & V2 & V3). assert (span = d) by (rewrite (XE E), Q; ring). subst span.
      split; [cbn; split; [lia|]; split; [reflexivity | exact V1]|].
      split; [rewrite count_cons, V2; ring|].
      intros last C. cbn. split; [lia|]. split; [reflexivity | now apply V3].
    + exists ((q, span) :: (s, d) :: w).
      split; [rewrite W1; apply (Permutation_middle ((s, d) :: l) g' (q, span))|].
      split; [lia|].
      split.
      { intros last S. cbn. split; [lia|]. split; [lia|]. split; [lia|]. split; [lia | now apply W3]. }
      split.
      { intros last S. cbn. split; [lia|]. split; [lia|].
        eapply spaced_weaken; [|apply W4; exact S]. lia. }
      split.
      { intros last C1 C2. destruct (W5 last C1 C2) as [Y1 Y2]. split; [|cbn; lia].
        cbn. split; [exact Q|]. split; [exact Y1|].
        destruct (g' ++ last) as [| [u f] r]; [exact I | lia]. }
      intros E. destruct (W6 E) as (V1 & V2 & V3). specialize (XE E). subst d.
      split.
      { cbn. split; [lia|]. split; [reflexivity|]. split; [lia|]. split; [reflexivity | exact V1]. }
      split; [rewrite !count_cons, V2; ring|].
      intros last C. cbn. split; [lia|]. split; [reflexivity|]. split; [lia|].
      split; [reflexivity | now apply V3].
Qed.

Lemma one_spaced e c : 1 <= c -> spaced e [(c, e)].
Proof. intros H. cbn. split; [exact H|]. split; [lia | exact I]. Qed.

Lemma offset_ones ones l i : Forall (fun m => fst m = 1) ones -> offset (ones ++ l) i = offset l i.
Proof.
  intros H. revert i. induction H as [| [s d] ones H _ IH]; intros i; [reflexivity|].
  simpl in H. subst s. cbn [app]. rewrite offset_cons, Z.mod_1_r, Z.div_1_r, IH. ring.
Qed.

Lemma count_ones ones : Forall (fun m => fst m = 1) ones -> count ones = 1.
Proof.
  induction 1 as [| [s d] ones H _ IH]; [reflexivity|]. simpl in H. rewrite count_cons, IH, H. ring.
Qed.

(** The exact complement is a complement in the sense of 003. *)
Theorem complement_right l n r : positive l -> 1 <= n -> complement l n = Some r ->
  is_complement l n r.
Proof.
  intros P Hn. unfold complement.
  set (moving := filter (fun m => negb (is_one m)) l). set (ones := filter is_one l).
  assert (E : Permutation (sort moving ++ ones) l).
  { rewrite sort_permutation, Permutation_app_comm. apply filter_permutation. }
  assert (O : Forall (fun m => fst m = 1) ones).
  { apply Forall_forall. intros m Hm. apply filter_In in Hm as [_ Hm]. now apply Z.eqb_eq. }
  assert (M : Forall (fun m => 2 <= fst m) (sort moving)).
  { apply Forall_forall. intros m Hm.
    apply (Permutation_in _ (sort_permutation moving)) in Hm.
    apply filter_In in Hm as [Hm H]. apply negb_true_iff, Z.eqb_neq in H.
    unfold positive in P. rewrite Forall_forall in P. specialize (P m Hm). simpl in P. lia. }
  destruct (gaps true 1 (sort moving)) as [[g e] |] eqn:G; [|discriminate].
  destruct (gaps_spaced true 1 (sort moving) g e ltac:(lia) M G)
    as (w & W1 & W2 & W3 & W4 & W5 & W6).
  destruct (W6 eq_refl) as (V1 & V2 & V3).
  destruct (Z.eqb_spec (n mod e) 0) as [D | D]; [|discriminate]. intros [= <-].
  apply Z_div_exact_full_2 in D; [|lia]. set (c := n / e) in *.
  assert (Hc : 1 <= c) by nia.
  unfold close.
  assert (K : exists last : list mode, (if c =? 1 then g else g ++ [(c, e)]) = g ++ last /\
                (count last = c) /\ spaced e last /\ coalesced_flat last /\ compact e last /\
                match last with (_, d) :: _ => e <= d | [] => True end).
  { destruct (Z.eqb_spec c 1) as [C1 | C1].
    - exists []. rewrite app_nil_r. repeat split. now rewrite count_nil.
    - exists [(c, e)]. split; [reflexivity|]. split; [rewrite count_cons, count_nil; ring|].
      split; [now apply one_spaced|]. cbn. repeat split; auto; lia. }
  destruct K as (last & -> & K1 & K2 & K3 & K4 & K5).
  split; [|split; [|split]].
  - eapply spaced_positive. apply W4. exact K2.
  - now apply W5.
  - apply spaced_increasing. now apply W4.
  - assert (B : Permutation (ones ++ w ++ last) (l ++ g ++ last)).
    { rewrite W1, <- E, <- !app_assoc. rewrite (Permutation_app_swap_app ones).
      reflexivity. }
    assert (C : compact 1 (w ++ last)) by now apply V3.
    assert (N : count (w ++ last) = n) by (rewrite count_app, K1; lia).
    apply (bijective_permutation _ _ n B).
    + apply positive_app. split.
      * eapply Forall_impl; [|exact O]. simpl. intros; lia.
      * eapply spaced_positive, compact_spaced, C.
    + pose proof (compact_bijective _ C) as (B1 & B2 & B3). rewrite N in *.
      assert (NO : count (ones ++ w ++ last) = n) by (rewrite count_app, (count_ones _ O); lia).
      split; [|split]; rewrite ?NO.
      * intros i Hi. rewrite (offset_ones ones _ i O). now apply B1.
      * intros x Hx. destruct (B2 x Hx) as (i & Hi & F). exists i.
        rewrite (offset_ones ones _ i O). now split.
      * intros i j Hi Hj. rewrite !(offset_ones ones _ _ O). now apply B3.
Qed.

(** The padded complement increases. Copies of [l] at different offsets of it have nothing in common, apart from
    repetitions by modes of stride 0. *)
Theorem complement_ceil_right l n r : positive l -> 1 <= n -> complement_ceil l n = Some r ->
  let moving := filter (fun m => negb (is_still m)) l in
  positive r /\ coalesced_flat r /\ increasing r /\ injective (moving ++ r).
Proof.
  intros P Hn. unfold complement_ceil. set (moving := filter (fun m => negb (is_still m)) l).
  assert (M : Forall (fun m => 2 <= fst m) (sort moving)).
  { apply Forall_forall. intros m Hm.
    apply (Permutation_in _ (sort_permutation moving)) in Hm.
    apply filter_In in Hm as [Hm H]. unfold is_still in H.
    apply negb_true_iff, orb_false_iff in H as [H _]. apply Z.eqb_neq in H.
    unfold positive in P. rewrite Forall_forall in P. specialize (P m Hm). simpl in P. lia. }
  destruct (gaps false 1 (sort moving)) as [[g e] |] eqn:G; [|discriminate].
  destruct (gaps_spaced false 1 (sort moving) g e ltac:(lia) M G)
    as (w & W1 & W2 & W3 & W4 & W5 & _).
  intros [= <-]. set (c := (n + e - 1) / e).
  assert (Hc : 1 <= c) by (apply Z.div_le_lower_bound; lia).
  unfold close.
  assert (K : exists last : list mode, (if c =? 1 then g else g ++ [(c, e)]) = g ++ last /\
                spaced e last /\ coalesced_flat last /\
                match last with (_, d) :: _ => e <= d | [] => True end).
  { destruct (Z.eqb_spec c 1) as [C1 | C1].
    - exists []. rewrite app_nil_r. repeat split.
    - exists [(c, e)]. split; [reflexivity|].
      split; [now apply one_spaced|]. cbn. repeat split; auto; lia. }
  destruct K as (last & -> & K2 & K3 & K5). simpl.
  split; [|split; [|split]].
  - eapply spaced_positive. apply W4. exact K2.
  - now apply W5.
  - apply spaced_increasing. now apply W4.
  - assert (B : Permutation (w ++ last) (moving ++ g ++ last)).
    { rewrite W1, sort_permutation, <- app_assoc. reflexivity. }
    apply (injective_permutation _ _ B).
    + eapply spaced_positive, W3, K2.
    + apply increasing_injective, spaced_increasing. now apply W3.
Qed.
