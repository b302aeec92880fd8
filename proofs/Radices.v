(** The radices of a left inverse: their conditions are necessary, and radices are found if any exist
    (docs/rules/left_inverse.md; algebra/src/operation/left_inverse.rs, [Radices]). *)

From Tilework Require Export LeftInverse.

(** * The conditions are necessary *)

(** The digits of [x] between the radices, the last without end, are [c]. *)
Fixpoint digits_are (x : Z) (q : list digit) (c : list Z) : Prop :=
  match q, c with
  | [], [] => True
  | (_, p) :: others, c :: cs =>
      match others with (_, p') :: _ => (x / p) mod (p' / p) | [] => x / p end = c /\ digits_are x others cs
  | _, _ => False
  end.

Fixpoint divisible (q : list digit) : Prop :=
  match q with
  | [] => True
  | (((s, d), _), p) :: others =>
      1 <= s /\ 1 <= p <= d /\ match others with (_, p') :: _ => (p | p') | [] => True end /\ divisible others
  end.

Lemma digits_sum x q c : divisible q -> digits_are x q c ->
  match q with [] => True | (_, p) :: _ => p * (x / p) = sum_of_radices c q end.
Proof.
  revert c. induction q as [| [[[s d] w] p] q IH]; intros [| c cs] D H; simpl in H; try easy.
  destruct H as [H1 H2], D as (_ & Hp & Dp & D). specialize (IH cs D H2). cbn [sum_of_radices].
  destruct q as [| [[[s' d'] w'] p'] q].
  - destruct cs; [|easy]. rewrite H1. simpl. ring.
  - destruct Dp as (n & ->). assert (Hn : 1 <= n) by (destruct D as (_ & D & _); nia).
    rewrite Z_div_mult in H1 by lia. rewrite <- IH.
    replace (x / (n * p)) with (x / p / n) by (rewrite Z.div_div by lia; f_equal; ring).
    rewrite (Z.div_mod (x / p) n) at 1 by lia. rewrite H1. ring.
Qed.

(** If the digits of the largest offset are the largest coordinates, the radices meet their conditions. So the
    conditions are necessary for the digits of all offsets to be the coordinates, and [left_inverse_digits] says that
    they suffice. *)
Theorem radices_needed q : divisible q ->
  digits_are (inner_product (map (fun u => fst (fst (fst u)) - 1) q) (map snd (offsets (modes_of q)))) q
    (map (fun u => fst (fst (fst u)) - 1) q) ->
  radices 0 q.
Proof.
  intros D H. pose (largest := fun u : digit => fst (fst (fst u)) - 1). fold largest in H.
  assert (G : forall q reached, 0 <= reached -> divisible q ->
    digits_are (reached + inner_product (map largest q) (map snd (offsets (modes_of q)))) q (map largest q) ->
    radices reached q).
  { clear. induction q as [| [[[s d] w] p] q IH]; intros reached Hr D H; [exact I|].
    pose proof (digits_sum _ _ _ D H) as S. destruct D as (D1 & D2 & D3 & D4).
    set (x := reached + _) in *.
    assert (B : x - sum_of_radices (map largest ((((s, d), w), p) :: q)) ((((s, d), w), p) :: q) =
                reached + beyond ((((s, d), w), p) :: q)).
    { unfold x. clear. induction ((((s, d), w), p) :: q) as [| [[[t e] v] r] u IH]; simpl; [ring|].
      unfold modes_of, offsets in *. unfold largest in *. cbn [fst snd] in *. lia. }
    pose proof (Z.mod_pos_bound x p ltac:(lia)) as M. pose proof (Z.div_mod x p ltac:(lia)) as Dm.
    cbv beta iota in S. rewrite S in Dm.
    split; [exact D1|]. split; [exact D2|]. split; [lia|]. split; [exact D3|].
    apply IH; [nia | exact D4 |].
    destruct H as [_ H]. cbn [map] in H.
    replace (reached + (s - 1) * d + inner_product (map largest q) (map snd (offsets (modes_of q)))) with x; [exact H|].
    unfold x, largest. simpl. ring. }
  apply G; [lia | exact D | exact H].
Qed.

(** * Radices are found *)

(** The reach of these modes. *)
Definition reached_by (t : list term) : Z := fold_right (fun u sum => (fst (fst u) - 1) * snd (fst u) + sum) 0 t.

Definition divides_above (above : option Z) (p : Z) : bool :=
  match above with None => true | Some a => a mod p =? 0 end.

(** The largest possible radices, from the one of the largest stride, which comes first, downwards. *)
Fixpoint choose (above : option Z) (slack : Z) (t : list term) : option (list Z) :=
  match t with
  | [] => Some []
  | ((s, d), _) :: others =>
      let least := (reached_by others + slack + (s - 1) * d) / s + 1 in
      fold_right
        (fun p other =>
           match choose (Some p) (slack + (s - 1) * (d - p)) others with Some ps => Some (p :: ps) | None => other end)
        None
        (filter (fun p => (least <=? p) && divides_above above p) (rev (map Z.succ (range d))))
  end.

(** The conditions in that order. *)
Fixpoint suit (above : option Z) (slack : Z) (t : list term) (ps : list Z) : Prop :=
  match t, ps with
  | [], [] => True
  | ((s, d), _) :: others, p :: ps =>
      1 <= p <= d /\ reached_by others + slack + (s - 1) * (d - p) < p /\
      match above with None => True | Some a => (p | a) end /\ suit (Some p) (slack + (s - 1) * (d - p)) others ps
  | _, _ => False
  end.

Lemma first_of_some {V} (f : Z -> option V) l p : In p l -> f p <> None ->
  fold_right (fun p other => match f p with Some v => Some v | None => other end) None l <> None.
Proof.
  induction l as [| p' l IH]; simpl; [easy|]. intros [-> | H] N.
  - destruct (f p); [discriminate | congruence].
  - destruct (f p'); [discriminate | now apply IH].
Qed.

Lemma first_of_in {V} (f : Z -> option V) l v :
  fold_right (fun p other => match f p with Some v => Some v | None => other end) None l = Some v ->
  exists p, In p l /\ f p = Some v.
Proof.
  induction l as [| p l IH]; simpl; [discriminate|]. destruct (f p) as [v' |] eqn:E.
  - intros [= <-]. exists p. auto.
  - intros H. destruct (IH H) as (p' & H1 & H2). exists p'. auto.
Qed.

Lemma candidate above slack s d others p : 1 <= s ->
  In p (filter (fun p => ((reached_by others + slack + (s - 1) * d) / s + 1 <=? p) && divides_above above p)
          (rev (map Z.succ (range d)))) <->
  1 <= p <= d /\ reached_by others + slack + (s - 1) * (d - p) < p /\
  match above with None => True | Some a => (p | a) end.
Proof.
  intros Hs. rewrite filter_In, <- in_rev, in_map_iff, andb_true_iff, Z.leb_le.
  assert (E : (reached_by others + slack + (s - 1) * d) / s + 1 <= p <->
              reached_by others + slack + (s - 1) * (d - p) < p).
  { set (a := reached_by others + slack) in *. split; intros H.
    - pose proof (Z.mul_succ_div_gt (a + (s - 1) * d) s ltac:(lia)). nia.
    - assert (K : (a + (s - 1) * d) / s < p) by (apply Z.div_lt_upper_bound; lia). lia. }
  rewrite E.
  assert (F : (exists x, Z.succ x = p /\ In x (range d)) <-> 1 <= p <= d).
  { split.
    - intros (x & <- & H). apply in_range in H. lia.
    - intros H. exists (p - 1). split; [lia | apply in_range; lia]. }
  rewrite F. unfold divides_above. split.
  - intros (H1 & H2 & H3). split; [exact H1|]. split; [exact H2|]. destruct above as [a |]; [|exact I].
    apply Z.mod_divide; [lia | now apply Z.eqb_eq].
  - intros (H1 & H2 & H3). split; [exact H1|]. split; [exact H2|]. destruct above as [a |]; [|reflexivity].
    apply Z.eqb_eq, Z.mod_divide; [lia | exact H3].
Qed.

Lemma choose_cons above slack s d w others :
  choose above slack (((s, d), w) :: others) =
  fold_right (fun p other =>
      match (match choose (Some p) (slack + (s - 1) * (d - p)) others with Some ps => Some (p :: ps) | None => None end)
      with Some v => Some v | None => other end) None
    (filter (fun p => ((reached_by others + slack + (s - 1) * d) / s + 1 <=? p) && divides_above above p)
       (rev (map Z.succ (range d)))).
Proof.
  cbn [choose]. induction (filter _ _) as [| p l IH]; [reflexivity|]. cbn [fold_right]. rewrite IH.
  now destruct (choose (Some p) _ others).
Qed.

Lemma choose_right above slack t ps : positive (offsets t) -> choose above slack t = Some ps -> suit above slack t ps.
Proof.
  revert above slack ps. induction t as [| [[s d] w] t IH]; intros above slack ps P H.
  - injection H as <-. exact I.
  - pose proof (Forall_inv P) as Hs. simpl in Hs. rewrite choose_cons in H.
    apply first_of_in in H as (p & Hp & H). apply candidate in Hp as (H1 & H2 & H3); [|exact Hs].
    destruct (choose (Some p) _ t) as [ps' |] eqn:E; [|discriminate]. injection H as <-.
    split; [exact H1|]. split; [exact H2|]. split; [exact H3|]. apply IH; [exact (Forall_inv_tail P) | exact E].
Qed.

Lemma choose_complete above slack t ps : positive (offsets t) -> suit above slack t ps -> choose above slack t <> None.
Proof.
  revert above slack ps. induction t as [| [[s d] w] t IH]; intros above slack [| p ps] P S; try easy.
  pose proof (Forall_inv P) as Hs. simpl in Hs. destruct S as (H1 & H2 & H3 & H4).
  rewrite choose_cons. apply first_of_some with (p := p).
  - apply candidate; auto.
  - specialize (IH (Some p) _ ps (Forall_inv_tail P) H4). destruct (choose (Some p) _ t); [discriminate | exact IH].
Qed.

(** Both orders are equivalent. *)
Definition with_radices (t : list term) (ps : list Z) : list digit := combine t ps.

Fixpoint radices_below (above : option Z) (slack reached : Z) (q : list digit) : Prop :=
  match q with
  | [] => True
  | (((s, d), _), p) :: others =>
      1 <= s /\ 1 <= p <= d /\ reached + beyond q + slack < p /\
      match others with
      | (_, p') :: _ => (p | p')
      | [] => match above with None => True | Some a => (p | a) end
      end /\
      radices_below above slack (reached + (s - 1) * d) others
  end.

Lemma radices_below_all q reached : radices reached q <-> radices_below None 0 reached q.
Proof.
  revert reached. induction q as [| [[[s d] w] p] q IH]; intros reached; [reflexivity|].
  cbn [radices radices_below]. rewrite IH, Z.add_0_r. destruct q as [| [t p'] q]; reflexivity.
Qed.

Lemma beyond_app q s d w p : beyond (q ++ [(((s, d), w), p)]) = beyond q + (s - 1) * (d - p).
Proof. induction q as [| [[[t e] v] r] q IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma radices_below_app above slack reached q s d w p :
  radices_below above slack reached (q ++ [(((s, d), w), p)]) <->
  radices_below (Some p) (slack + (s - 1) * (d - p)) reached q /\
  1 <= s /\ 1 <= p <= d /\ reached + reached_by (modes_of q) + slack + (s - 1) * (d - p) < p /\
  match above with None => True | Some a => (p | a) end.
Proof.
  revert reached. induction q as [| [[[t e] v] r] q IH]; intros reached.
  - cbn. replace (reached + 0 + slack + (s - 1) * (d - p)) with (reached + ((s - 1) * (d - p) + 0) + slack) by ring. tauto.
  - cbn [app radices_below]. rewrite IH.
    assert (E : reached + beyond ((((t, e), v), r) :: q ++ [(((s, d), w), p)]) + slack =
                reached + beyond ((((t, e), v), r) :: q) + (slack + (s - 1) * (d - p))).
    { change ((((t, e), v), r) :: q ++ [(((s, d), w), p)]) with (((((t, e), v), r) :: q) ++ [(((s, d), w), p)]).
      rewrite beyond_app. ring. }
    rewrite E.
    assert (F : reached + (t - 1) * e + reached_by (modes_of q) = reached + reached_by (modes_of ((((t, e), v), r) :: q)))
      by (unfold reached_by, modes_of; cbn [map fold_right fst snd]; fold (modes_of q); lia).
    rewrite F.
    assert (G : match q ++ [(((s, d), w), p)] with (_, p') :: _ => (r | p') | [] => match above with None => True | Some a => (r | a) end end <->
                match q with (_, p') :: _ => (r | p') | [] => (r | p) end) by (destruct q as [| [u p'] q]; reflexivity).
    rewrite G. tauto.
Qed.

Lemma reached_by_permutation t u : Permutation t u -> reached_by t = reached_by u.
Proof. induction 1 as [| [[s d] w] t u _ IH | [[s d] w] [[s' d'] w'] t | t u v _ IH1 _ IH2]; unfold reached_by in *; cbn [fold_right fst snd] in *; lia. Qed.

Lemma suit_radices above slack t ps : positive (offsets t) ->
  suit above slack t ps <-> length ps = length t /\ radices_below above slack 0 (rev (with_radices t ps)).
Proof.
  revert above slack ps. induction t as [| [[s d] w] t IH]; intros above slack [| p ps] P; cbn [suit].
  - now split.
  - split; [easy | intros [H _]; discriminate].
  - split; [easy | intros [H _]; discriminate].
  - cbn [with_radices combine rev length]. fold (with_radices t ps). rewrite radices_below_app, IH by exact (Forall_inv_tail P).
    pose proof (Forall_inv P) as Hs. simpl in Hs. rewrite Z.add_0_l.
    assert (R : length ps = length t -> reached_by (modes_of (rev (with_radices t ps))) = reached_by t).
    { intros L. unfold modes_of. rewrite map_rev. rewrite (reached_by_permutation _ (map fst (with_radices t ps)));
        [|apply Permutation_sym, Permutation_rev].
      f_equal. unfold with_radices. clear - L. revert ps L. induction t as [| u t IH]; intros [| p ps] L; try easy.
      cbn. f_equal. apply IH. simpl in L. lia. }
    split.
    + intros (H1 & H2 & H3 & H4 & H5). rewrite R by exact H4. repeat split; try assumption; try lia.
    + intros (H1 & H2 & H3 & H4 & H5 & H6). assert (L : length ps = length t) by (simpl in H1; lia).
      rewrite R in H5 by exact L. repeat split; try assumption; try lia.
Qed.

(** Radices are found if and only if there are any, for terms in the order of their strides. *)
Theorem radices_found t : positive (offsets t) ->
  (forall ps, choose None 0 (rev t) = Some ps -> radices 0 (rev (with_radices (rev t) ps))) /\
  (forall q, modes_of q = t -> radices 0 q -> choose None 0 (rev t) <> None).
Proof.
  intros P.
  assert (P' : positive (offsets (rev t))).
  { unfold offsets in *. rewrite map_rev. eapply positive_permutation; [apply Permutation_rev | exact P]. }
  split.
  - intros ps H. apply radices_below_all, (suit_radices None 0 (rev t) ps P'), choose_right; assumption.
  - intros q <- R. apply (choose_complete _ _ _ (rev (map snd q)) P').
    apply suit_radices; [exact P'|]. split; [unfold modes_of; now rewrite !rev_length, !map_length|].
    apply radices_below_all. replace (rev (with_radices (rev (modes_of q)) (rev (map snd q)))) with q; [exact R|].
    assert (C : forall q : list digit, with_radices (rev (modes_of q)) (rev (map snd q)) = rev q).
    { clear. intros q. unfold with_radices, modes_of. rewrite <- !map_rev.
      induction (rev q) as [| [u p] r IH]; [reflexivity|]. cbn. now rewrite IH. }
    rewrite C. symmetry. apply rev_involutive.
Qed.
