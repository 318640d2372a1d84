import { allowedWhen } from '../allowed-when.ts'
import { type Day, nextTargetDay } from '../dates.ts'
import { firstCollectionDay } from '../sepa/debit.ts'
import { leastOnline } from './partial-payment.ts'

/** Autopay: what a person asks a condominium to take by itself, from a saved method. `revoked` is for ever. */
export const autopayStates = ['active', 'paused', 'revoked'] as const
export type AutopayState = (typeof autopayStates)[number]

/** Who stopped it: the payer, two debits in a row that failed, or the method, which cannot be used any more. */
export const autopayPauseReasons = ['payer', 'failures', 'source'] as const
export type AutopayPauseReason = (typeof autopayPauseReasons)[number]

export const autopayCan = allowedWhen(
  {
    pause: ['active'],
    resume: ['paused'],
    change: ['active', 'paused'],
    revoke: ['active', 'paused'],
  },
  {
    active: 'L’addebito automatico è attivo.',
    paused: 'L’addebito automatico è già in pausa.',
    revoked: 'L’addebito automatico è stato revocato: attivane uno nuovo.',
  } satisfies Record<AutopayState, string>,
)

/** After so many failed debits in a row nothing more is tried until the payer resumes. */
export const autopayFailuresAllowed = 2

/** How many days before its due day an instalment gets its debit: long enough for the rulebook's notice. */
export const autopayPlansDaysAhead = 30

/**
 * An instalment of a covered bill; `still_due` in cents, without what is under way. `debit_on`: the day of its debit, where it has
 * one.
 */
export type CoverableInstalment = {
  instalment_id: number
  due_date: Day
  still_due: number
  debit_on?: Day | null
}
export type CoveredInstalment<T extends CoverableInstalment> = T & { collect_on: Day; over_cap: boolean }

/**
 * What an autopay takes of these instalments, and when: each whole, on the day of its debit, else on its due day or the first
 * one that the notice allows, in the order of the days. Instalments that were due before it began stay with the payer. `over_cap`: it costs more than the cap
 * in cents, so it is not taken.
 */
export function autopayTakes<T extends CoverableInstalment>(
  { cap, starts_on }: { cap: number | null; starts_on: Day },
  instalments: readonly T[],
  day: Day,
): CoveredInstalment<T>[] {
  const first = firstCollectionDay(day)
  return instalments
    .filter(({ due_date, still_due }) => due_date >= starts_on && still_due >= leastOnline)
    .map((each) => ({
      ...each,
      collect_on: each.debit_on ?? laterDay(nextTargetDay(each.due_date), first),
      over_cap: cap !== null && each.still_due > cap,
    }))
    .sort((a, b) =>
      a.collect_on < b.collect_on ? -1 : a.collect_on > b.collect_on ? 1 : a.instalment_id - b.instalment_id,
    )
}

const laterDay = (a: Day, b: Day): Day => (a > b ? a : b)
