(** Composition by the rules is right (docs/rules/composition.md, "Proof of the rule";
    algebra/src/operation/composition.rs, [by_rules]; 004, section 3.3.2). It goes mode by mode of the left side, with all
    leaves of the right side at once. *)

From Tilework Require Export Composition.

(** What one mode of extent [S] takes of the leaf [s:d], and what it leaves. [reach] is the largest value of the right
    side. *)
Record taken := Taken { extent : Z; step : Z; rest : mode }.

Definition take (S reach : Z) (m : mode) : option taken :=
  let (s, d) := m in
  if (s =? 1) || (d =? 0) then Some (Taken s 0 (1, 0))
  else if S <=? d then
    if d mod S =? 0 then Some (Taken 1 0 (s, d / S)) else None
  else if S mod d =? 0 then
    let offered := S / d in
    if s <=? offered then Some (Taken s d (1, 0))
    else if s mod offered =? 0 then Some (Taken offered d (s / offered, 1))
    else None
  else if reach <? S then Some (Taken s d (1, 0)) else None.

Definition reach (l : list mode) : Z := fold_right (fun m r => (fst m - 1) * snd m + r) 0 l.

Definition apart (m n : mode) : Prop :=
  fst m = 1 \/ snd m = 0 \/ fst n = 1 \/ snd n = 0 \/
  fst m * snd m <= snd n \/ fst n * snd n <= snd m.

(** No leaf carries into another: of two moving leaves, one ends before the other begins. *)
Definition segregated (l : list mode) : Prop := ForallOrdPairs apart l.

(** The sum of the leaves at these coordinates. *)
Fixpoint total (l : list mode) (c : list Z) : Z :=
  match l, c with
  | (_, d) :: l, c :: cs => c * d + total l cs
  | _, _ => 0
  end.

Lemma take_value S r s d t c : 1 <= S -> 1 <= s -> 0 <= d ->
  take S r (s, d) = Some t -> 0 <= c < s ->
  let (s', d') := rest t in
  1 <= extent t /\ 0 <= step t /\ 1 <= s' /\ 0 <= d' /\ s = extent t * s' /\
  c * d = (c mod extent t) * step t + S * ((c / extent t) * d').
Proof.
  intros HS Hs Hd T Hc. unfold take in T.
  destruct (Z.eqb_spec s 1) as [-> |]; [|destruct (Z.eqb_spec d 0) as [-> |]]; simpl in T.
  - injection T as <-. cbn [extent step rest]. replace c with 0 by lia. rewrite Zmod_0_l. lia.
  - injection T as <-. cbn [extent step rest]. rewrite Z.mod_small by lia. lia.
  - destruct (Z.leb_spec S d).
    + destruct (Z.eqb_spec (d mod S) 0) as [E |]; [|discriminate]. injection T as <-. cbn [extent step rest].
      apply Z_div_exact_full_2 in E; [|lia]. rewrite Z.mod_1_r, Z.div_1_r.
      assert (0 <= d / S) by (apply Z.div_pos; lia). split; [lia|]. split; [lia|]. split; [lia|]. split; [lia|]. split; [lia|].
      rewrite E at 1. ring.
    + assert (Whole : Some t = Some (Taken s d (1, 0)) ->
        let (s', d') := rest t in
        1 <= extent t /\ 0 <= step t /\ 1 <= s' /\ 0 <= d' /\ s = extent t * s' /\
        c * d = (c mod extent t) * step t + S * ((c / extent t) * d')).
      { intros [= ->]. cbn [extent step rest]. rewrite Z.mod_small by lia. repeat split; lia. }
      destruct (Z.eqb_spec (S mod d) 0) as [E |].
      * destruct (Z.leb_spec s (S / d)); [now apply Whole|].
        destruct (Z.eqb_spec (s mod (S / d)) 0) as [F |]; [|discriminate]. injection T as <-. cbn [extent step rest].
        apply Z_div_exact_full_2 in E; [|lia]. set (o := S / d) in *.
        assert (1 <= o) by nia. apply Z_div_exact_full_2 in F; [|lia].
        set (q := s / o) in *. assert (1 <= q) by nia.
        split; [lia|]. split; [lia|]. split; [lia|]. split; [lia|]. split; [lia|].
        pose proof (Z.div_mod c o ltac:(lia)) as D. rewrite E.
        rewrite D at 1. ring.
      * destruct (r <? S); [now apply Whole | discriminate].
Qed.

(** The extents and steps that a mode takes fill less than the mode. *)
Fixpoint width (l : list (Z * Z)) : Z :=
  match l with [] => 0 | (o, w) :: l => (o - 1) * w + width l end.

Lemma width_app l m : width (l ++ m) = width l + width m.
Proof. induction l as [| [o w] l IH]; cbn [width app]; [ring | rewrite IH; ring]. Qed.

Lemma largest_step (l : list (Z * Z)) : l <> [] ->
  exists l1 x l2, l = l1 ++ x :: l2 /\ Forall (fun y => snd y <= snd x) (l1 ++ l2).
Proof.
  induction l as [| x l IH]; intros N; [easy|]. destruct l as [| y l].
  - exists [], x, []. split; [reflexivity | constructor].
  - destruct IH as (l1 & z & l2 & -> & F); [discriminate|].
    destruct (Z.le_gt_cases (snd x) (snd z)).
    + exists (x :: l1), z, l2. split; [reflexivity | now constructor].
    + exists [], x, (l1 ++ z :: l2). split; [reflexivity|]. cbn [app].
      apply Forall_app in F as [F1 F2]. apply Forall_app. split.
      * eapply Forall_impl; [|exact F1]. cbn. intros; lia.
      * constructor; [lia|]. eapply Forall_impl; [|exact F2]. cbn. intros; lia.
Qed.

Lemma apart_symmetric m n : apart m n -> apart n m.
Proof. unfold apart. tauto. Qed.

Lemma pairs_middle l1 (x : mode) l2 : ForallOrdPairs apart (l1 ++ x :: l2) ->
  ForallOrdPairs apart (l1 ++ l2) /\ Forall (apart x) (l1 ++ l2).
Proof.
  induction l1 as [| y l1 IH]; cbn [app]; intros F; inversion F as [| ? ? F1 F2]; subst.
  - split; assumption.
  - destruct (IH F2) as [G1 G2]. apply Forall_app in F1 as [F1 F3].
    pose proof (Forall_inv F3) as F4. pose proof (Forall_inv_tail F3) as F5.
    split; constructor; try assumption; [now apply Forall_app | now apply apart_symmetric].
Qed.

Lemma width_below l S : 1 <= S -> Forall (fun x => 1 <= fst x /\ 0 <= snd x /\ fst x * snd x <= S) l ->
  ForallOrdPairs apart l -> width l < S.
Proof.
  remember (length l) as n eqn:N. revert l S N.
  induction n as [n IH] using lt_wf_ind; intros l S -> HS F A.
  destruct l as [| y l'] eqn:L; [cbn; lia|]. rewrite <- L in *.
  destruct (largest_step l) as (l1 & [o w] & l2 & E & G); [now rewrite L|]. clear L y l'. subst l.
  destruct (pairs_middle _ _ _ A) as [A1 A2].
  apply Forall_app in F as [F1 F2]. pose proof (Forall_inv F2) as (O1 & O2 & O3).
  pose proof (Forall_inv_tail F2) as F3. cbn [fst snd] in *.
  assert (K : width (l1 ++ (o, w) :: l2) = (o - 1) * w + width (l1 ++ l2)).
  { rewrite !width_app. cbn [width]. ring. }
  assert (Len : (length (l1 ++ l2) < length (l1 ++ (o, w) :: l2))%nat).
  { rewrite !app_length. cbn [length]. lia. }
  assert (F : Forall (fun x => 1 <= fst x /\ 0 <= snd x /\ fst x * snd x <= S) (l1 ++ l2))
    by now apply Forall_app.
  rewrite K. destruct (Z.eq_dec w 0) as [-> | W]; [|destruct (Z.eq_dec o 1) as [-> | O]].
  - specialize (IH _ Len (l1 ++ l2) S eq_refl HS F A1). lia.
  - specialize (IH _ Len (l1 ++ l2) S eq_refl HS F A1). lia.
  - assert (B : Forall (fun x => 1 <= fst x /\ 0 <= snd x /\ fst x * snd x <= w \/ (fst x - 1) * snd x = 0 /\ 1 <= fst x /\ 0 <= snd x) (l1 ++ l2)).
    { rewrite Forall_forall in *. intros [p v] Hx. specialize (G _ Hx). specialize (A2 _ Hx).
      destruct (F _ Hx) as (P1 & P2 & P3). unfold apart in A2. cbn [fst snd] in *.
      destruct (Z.eq_dec p 1) as [-> | ?]; [right; lia|].
      destruct (Z.eq_dec v 0) as [-> | ?]; [right; lia|].
      destruct A2 as [?|[?|[?|[?|[?|?]]]]]; try lia; try (exfalso; nia); left; lia. }
    (* Leaves that do not move contribute nothing. *)
    assert (C : forall l, Forall (fun x => 1 <= fst x /\ 0 <= snd x /\ fst x * snd x <= w \/ (fst x - 1) * snd x = 0 /\ 1 <= fst x /\ 0 <= snd x) l ->
      ForallOrdPairs apart l ->
      exists m, (length m <= length l)%nat /\ width m = width l /\ ForallOrdPairs apart m /\
        Forall (fun x => 1 <= fst x /\ 0 <= snd x /\ fst x * snd x <= w) m /\ incl m l).
    { clear. induction l as [| [p v] l IH]; intros B A.
      - exists []. split; [lia|]. split; [reflexivity|]. split; [constructor|].
        split; [constructor | apply incl_refl].
      - inversion A as [| ? ? A1 A2]; subst.
        destruct (IH (Forall_inv_tail B) A2) as (m & M1 & M2 & M3 & M4 & M5).
        destruct (Forall_inv B) as [Q | (Q & _)]; cbn [fst snd] in Q.
        + exists ((p, v) :: m). cbn [length width]. split; [lia|]. split; [lia|]. split.
          * constructor; [|exact M3]. rewrite Forall_forall in *. intros x Hx. apply A1, M5, Hx.
          * split; [now constructor|]. intros x [<- | Hx]; [now left | right; now apply M5].
        + exists m. cbn [length width]. split; [lia|]. split; [lia|]. split; [exact M3|].
          split; [exact M4|]. intros x Hx. right. now apply M5. }
    destruct (C _ B A1) as (m & M1 & M2 & M3 & M4 & _).
    assert (Lm : (length m < length (l1 ++ (o, w) :: l2))%nat) by lia.
    specialize (IH _ Lm m w eq_refl ltac:(lia) M4 M3). nia.
Qed.

Lemma take_cases S r s d t : 1 <= S -> 1 <= s -> 0 <= d -> S <= r -> take S r (s, d) = Some t ->
  step t = 0 /\ rest t = (1, 0) /\ extent t = s \/
  (exists k, S <= d /\ d = S * k /\ extent t = 1 /\ step t = 0 /\ rest t = (s, k)) \/
  (d < S /\ step t = d /\ extent t = s /\ rest t = (1, 0) /\ s * d <= S) \/
  (exists q, 1 <= d < S /\ step t = d /\ extent t * d = S /\ s = extent t * q /\ 1 <= q /\ rest t = (q, 1)).
Proof.
  intros HS Hs Hd Hr T. unfold take in T.
  destruct ((s =? 1) || (d =? 0)) eqn:Z0; [injection T as <-; left; auto|]. right.
  apply orb_false_iff in Z0 as [Z1 Z2]. apply Z.eqb_neq in Z1, Z2.
  destruct (Z.leb_spec S d).
  - destruct (Z.eqb_spec (d mod S) 0) as [E |]; [|discriminate]. injection T as <-. left.
    apply Z_div_exact_full_2 in E; [|lia]. exists (d / S). auto.
  - right. destruct (Z.eqb_spec (S mod d) 0) as [E |].
    + apply Z_div_exact_full_2 in E; [|lia].
      destruct (Z.leb_spec s (S / d)).
      * injection T as <-. left. cbn [extent step rest].
        split; [lia|]. split; [reflexivity|]. split; [reflexivity|]. split; [reflexivity | nia].
      * destruct (Z.eqb_spec (s mod (S / d)) 0) as [F |]; [|discriminate]. injection T as <-. right.
        set (o := S / d) in *. assert (1 <= o) by nia. apply Z_div_exact_full_2 in F; [|lia].
        exists (s / o). cbn [extent step rest]. split; [lia|]. split; [reflexivity|].
        split; [lia|]. split; [lia|]. split; [nia | reflexivity].
    + destruct (Z.ltb_spec r S); [lia | discriminate].
Qed.

Definition taken_mode (t : taken) : mode := (extent t, step t).

Lemma take_apart S r s1 d1 s2 d2 t1 t2 : 1 <= S -> 1 <= s1 -> 0 <= d1 -> 1 <= s2 -> 0 <= d2 -> S <= r ->
  take S r (s1, d1) = Some t1 -> take S r (s2, d2) = Some t2 -> apart (s1, d1) (s2, d2) ->
  apart (taken_mode t1) (taken_mode t2) /\ apart (rest t1) (rest t2).
Proof.
  intros HS Hs1 Hd1 Hs2 Hd2 Hr T1 T2 A.
  apply take_cases in T1, T2; try assumption. unfold apart, taken_mode in *. cbn [fst snd] in *.
  destruct T1 as [(A1 & -> & A3) | [(k1 & A1 & A2 & A3 & A4 & ->) |
    [(A1 & A2 & A3 & -> & A5) | (q1 & A1 & A2 & A3 & A4 & A5 & ->)]]];
  destruct T2 as [(B1 & -> & B3) | [(k2 & B1 & B2 & B3 & B4 & ->) |
    [(B1 & B2 & B3 & -> & B5) | (q2 & B1 & B2 & B3 & B4 & B5 & ->)]]];
  cbn [fst snd]; split; try (rewrite ?A1, ?A2, ?A3, ?A4, ?B1, ?B2, ?B3, ?B4; tauto); try tauto; try lia.
  all: destruct A as [A | [A | [A | [A | [A | A]]]]]; try lia; try nia.
Qed.

Lemma all_some {V W} (f : V -> option W) l ts : all (map f l) = Some ts ->
  Forall2 (fun v t => f v = Some t) l ts.
Proof.
  revert ts. induction l as [| v l IH]; cbn; intros ts E.
  - injection E as <-. constructor.
  - destruct (f v) as [t |] eqn:F; [|discriminate]. destruct (all (map f l)) as [us |]; [|discriminate].
    injection E as <-. constructor; [exact F | now apply IH].
Qed.

Lemma same_length {V W} (P : V -> W -> Prop) l m : Forall2 P l m -> length l = length m.
Proof. induction 1; cbn; congruence. Qed.

Definition leaf_like (l : list mode) : Prop := Forall (fun m => 1 <= fst m /\ 0 <= snd m) l.

Lemma takes_apart S r l ts : 1 <= S -> S <= r -> leaf_like l ->
  Forall2 (fun m t => take S r m = Some t) l ts -> segregated l ->
  ForallOrdPairs apart (map taken_mode ts) /\ segregated (map rest ts).
Proof.
  intros HS Hr P T. unfold segregated. induction T as [| [s d] t l ts T TS IH]; cbn [map]; intros A.
  - split; constructor.
  - inversion A as [| ? ? A1 A2]; subst. destruct (Forall_inv P) as [P1 P2]. cbn [fst snd] in *.
    pose proof (Forall_inv_tail P) as P'. destruct (IH P' A2) as [I1 I2].
    assert (G : Forall (fun u => apart (taken_mode t) (taken_mode u) /\ apart (rest t) (rest u)) ts).
    { clear IH A A2 I1 I2 P. induction TS as [| [s2 d2] u l us U US IH]; constructor.
      - destruct (Forall_inv P') as [Q1 Q2]. cbn [fst snd] in *.
        exact (take_apart S r s d s2 d2 t u HS P1 P2 Q1 Q2 Hr T U (Forall_inv A1)).
      - exact (IH (Forall_inv_tail A1) (Forall_inv_tail P')). }
    split; constructor; try assumption; apply Forall_map; (eapply Forall_impl; [|exact G]); cbn; tauto.
Qed.

Fixpoint low (ts : list taken) (c : list Z) : Z :=
  match ts, c with
  | t :: ts, c :: cs => (c mod extent t) * step t + low ts cs
  | _, _ => 0
  end.

Fixpoint high (ts : list taken) (c : list Z) : list Z :=
  match ts, c with
  | t :: ts, c :: cs => c / extent t :: high ts cs
  | _, _ => []
  end.

Lemma takes_value S r l ts c : 1 <= S -> leaf_like l ->
  Forall2 (fun m t => take S r m = Some t) l ts -> inside (map fst l) c ->
  total l c = low ts c + S * total (map rest ts) (high ts c) /\
  0 <= low ts c <= width (map taken_mode ts) /\
  inside (map fst (map rest ts)) (high ts c) /\ leaf_like (map rest ts) /\
  Forall (fun t => 1 <= extent t) ts /\
  reach l = width (map taken_mode ts) + S * reach (map rest ts) /\ 0 <= reach (map rest ts).
Proof.
  intros HS P T. revert c. induction T as [| [s d] t l ts T _ IH]; intros c H; inversion H as [| ? x ? cs Hx Hcs]; subst.
  - cbn. repeat split; try lia; constructor.
  - destruct (Forall_inv P) as [P1 P2]. cbn [fst snd] in *.
    destruct (IH (Forall_inv_tail P) cs Hcs) as (I1 & I2 & I3 & I4 & I5 & I6 & I7).
    pose proof (take_value S r s d t x HS P1 P2 T Hx) as V.
    pose proof (take_value S r s d t (s - 1) HS P1 P2 T ltac:(lia)) as L.
    cbn [total low high map]. change (taken_mode t) with (extent t, step t). cbn [width].
    destruct (rest t) as [s' d'] eqn:R. cbn [total fst map].
    destruct V as (V1 & V2 & V3 & V4 & V5 & V6), L as (_ & _ & _ & _ & _ & L6).
    pose proof (Z.mod_pos_bound x (extent t) ltac:(lia)).
    assert (M : (s - 1) mod extent t = extent t - 1 /\ (s - 1) / extent t = s' - 1).
    { replace (s - 1) with ((extent t - 1) + (s' - 1) * extent t) by (rewrite V5; ring).
      rewrite Z_mod_plus_full, Z_div_plus_full by lia.
      rewrite Z.mod_small, Z.div_small by lia. lia. }
    destruct M as [M1 M2]. rewrite M1, M2 in L6.
    assert (0 <= x mod extent t * step t <= (extent t - 1) * step t).
    { split; [apply Z.mul_nonneg_nonneg; lia | apply Z.mul_le_mono_nonneg_r; lia]. }
    split; [rewrite I1, V6; cbn [total]; ring|]. split; [lia|].
    split.
    { constructor; [|exact I3]. cbn [fst]. split; [apply Z.div_pos; lia|].
      apply Z.div_lt_upper_bound; lia. }
    split; [constructor; [now split | exact I4]|]. split; [now constructor|].
    cbn [reach fold_right fst snd]. fold (reach l). fold (reach (map rest ts)).
    split; [rewrite I6, L6; ring|].
    assert (0 <= (s' - 1) * d') by (apply Z.mul_nonneg_nonneg; lia). lia.
Qed.

Fixpoint zip_cons (D : Z) (ts : list taken) (Rs : list (list mode)) : list (list mode) :=
  match ts, Rs with
  | t :: ts, R :: Rs => ((extent t, step t * D) :: R) :: zip_cons D ts Rs
  | _, _ => []
  end.

(** What each leaf becomes. The last mode, which has no end, takes the rest. *)
Fixpoint rules (A l : list mode) : option (list (list mode)) :=
  match A with
  | [] => Some (map (fun m => [(fst m, 0)]) l)
  | (s, D) :: A' =>
      match A' with
      | [] => Some (map (fun m => [(fst m, snd m * D)]) l)
      | _ =>
          match all (map (take s (reach l)) l) with
          | Some ts => option_map (zip_cons D ts) (rules A' (map rest ts))
          | None => None
          end
      end
  end.

Fixpoint parts_total (Rs : list (list mode)) (c : list Z) : Z :=
  match Rs, c with
  | R :: Rs, c :: cs => offset R c + parts_total Rs cs
  | _, _ => 0
  end.

Lemma parts_of_last D l c : inside (map fst l) c ->
  parts_total (map (fun m => [(fst m, snd m * D)]) l) c = total l c * D.
Proof.
  revert c. induction l as [| [s d] l IH]; intros c H; inversion H as [| ? x ? cs Hx Hcs]; subst; [reflexivity|].
  cbn [map parts_total total fst snd]. cbn [fst] in Hx.
  rewrite IH by exact Hcs. rewrite offset_cons, offset_nil, Z.mod_small by lia. ring.
Qed.

Lemma parts_zip D ts Rs c : length Rs = length ts -> length c = length ts ->
  parts_total (zip_cons D ts Rs) c = low ts c * D + parts_total Rs (high ts c).
Proof.
  revert Rs c. induction ts as [| t ts IH]; intros [| R Rs] [| x c]; cbn [length]; intros E F; try lia;
    try discriminate; [reflexivity|].
  cbn [zip_cons parts_total low high]. rewrite offset_cons, IH by lia. ring.
Qed.

Lemma zip_length D ts Rs : length Rs = length ts -> length (zip_cons D ts Rs) = length ts.
Proof. revert Rs. induction ts as [| t ts IH]; intros [| R Rs]; cbn; intros E; try lia. rewrite IH; lia. Qed.

Lemma rules_length A l Rs : rules A l = Some Rs -> length Rs = length l.
Proof.
  revert l Rs. induction A as [| [S D] A IH]; intros l Rs; [intros [= <-]; apply map_length|].
  destruct A as [| m A]; [intros [= <-]; apply map_length|]. cbn [rules].
  destruct (all _) as [ts |] eqn:E; [|discriminate]. apply all_some in E. apply same_length in E.
  change (option_map (zip_cons D ts) (rules (m :: A) (map rest ts)) = Some Rs -> length Rs = length l).
  destruct (rules (m :: A) (map rest ts)) as [Rs' |] eqn:F; [|discriminate]. intros [= <-].
  apply IH in F. rewrite map_length in F. rewrite zip_length by exact F. now symmetry.
Qed.

(** If no rule is broken, the parts of the result add up to [A(B(c))] at all coordinates [c] of [B]. *)
Theorem composition_rules_right A l Rs c : positive A -> leaf_like l -> inside (map fst l) c ->
  match A with (s, _) :: _ :: _ => reach l < s \/ segregated l | _ => True end ->
  rules A l = Some Rs -> parts_total Rs c = offset_ext A (total l c).
Proof.
  intros P. revert l Rs c. induction P as [| [S D] A HS P IH]; intros l Rs c L H I.
  - intros [= <-]. cbn [offset_ext]. clear I L. revert c H.
    induction l as [| [s d] l IH]; intros c H; inversion H as [| ? x ? cs Hx Hcs]; subst; [reflexivity|].
    cbn [map parts_total]. rewrite IH by exact Hcs. rewrite offset_cons, offset_nil. cbn. lia.
  - destruct A as [| [S2 D2] A].
    + intros [= <-]. cbn [offset_ext]. now apply parts_of_last.
    + cbn [rules]. destruct (all _) as [ts |] eqn:E; [|discriminate]. apply all_some in E.
      change (option_map (zip_cons D ts) (rules ((S2, D2) :: A) (map rest ts)) = Some Rs ->
        parts_total Rs c = offset_ext ((S, D) :: (S2, D2) :: A) (total l c)).
      destruct (rules ((S2, D2) :: A) (map rest ts)) as [Rs' |] eqn:F; [|discriminate]. intros [= <-].
      cbn [fst] in HS. pose proof (Forall_inv P) as HS2. cbn [fst] in HS2.
      destruct (takes_value S _ l ts c HS L E H) as (V1 & V2 & V3 & V4 & V5 & V6 & V7).
      assert (W : width (map taken_mode ts) < S /\ (reach (map rest ts) < S2 \/ segregated (map rest ts))).
      { destruct (Z.lt_ge_cases (reach l) S) as [Q | Q].
        - assert (reach (map rest ts) = 0) by nia. split; [nia | left; lia].
        - destruct I as [I | I]; [lia|].
          destruct (takes_apart S _ l ts HS Q L E I) as [A1 A2]. split; [|now right].
          apply width_below; [lia | | exact A1]. clear - E Q L HS.
          revert Q E. generalize (reach l). intros r Q E.
          induction E as [| [s d] t l ts T _ IH]; cbn [map]; constructor.
          + destruct (Forall_inv L) as [L1 L2]. cbn [fst snd] in *.
            apply take_cases in T; try assumption. unfold taken_mode. cbn [fst snd].
            destruct T as [(T1 & T2 & T3) | [(k & T1 & T2 & T3 & T4 & T5) |
              [(T1 & T2 & T3 & T4 & T5) | (q & T1 & T2 & T3 & T4 & T5 & T6)]]]; nia.
          + exact (IH (Forall_inv_tail L)). }
      destruct W as [W1 W2].
      pose proof (rules_length _ _ _ F) as N. rewrite map_length in N.
      assert (Nc : length c = length ts).
      { apply same_length in H, E. rewrite map_length in H. lia. }
      rewrite parts_zip by assumption.
      rewrite (IH (map rest ts) Rs' (high ts c) V4 V3).
      * rewrite (offset_ext_cons S D) by discriminate. rewrite V1.
        replace (low ts c + S * total (map rest ts) (high ts c))
          with (low ts c + total (map rest ts) (high ts c) * S) by ring.
        rewrite Z_mod_plus_full, Z_div_plus_full by lia.
        rewrite Z.mod_small, Z.div_small by lia. now rewrite Z.add_0_l.
      * destruct A; [exact Logic.I | exact W2].
      * exact F.
Qed.
