/**
 * Turns "this act is allowed in these phases" into what screens and acts ask: `can.pay(bill)` says whether,
 * `can.why('pay', bill)` says in Italian why not (null when it is allowed). `because` has one sentence per
 * phase: the phase is the reason.
 */
export function allowedWhen<Act extends string, Phase extends string>(
  table: Record<Act, readonly NoInfer<Phase>[]>,
  because: Record<Phase, string>,
): AllowedWhen<Act, Phase> {
  const allows = (act: Act, phase: Phase): boolean => table[act].includes(phase)
  const acts = Object.keys(table) as Act[]
  const questions = acts.map((act) => [act, (thing: { phase: Phase }) => allows(act, thing.phase)])
  return {
    ...(Object.fromEntries(questions) as Record<Act, (thing: { phase: Phase }) => boolean>),
    why: (act, thing) => (allows(act, thing.phase) ? null : because[thing.phase]),
  }
}

export type AllowedWhen<Act extends string, Phase extends string> = Record<
  Act,
  (thing: { phase: Phase }) => boolean
> & { why: (act: Act, thing: { phase: Phase }) => string | null }
