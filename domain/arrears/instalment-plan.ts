import { latestDueDay } from '../accounting/registration-dates.ts'
import { splitInstalments } from '../bills/apportion.ts'
import { addDays, addMonths, type Day, formatDate } from '../dates.ts'
import { nextWorkingDay } from '../holidays.ts'
import { type Cents, formatEuro } from '../money.ts'

/**
 * An instalment plan (*piano di rientro*): what is owed on some bills, to be paid on other days. `expired`: nobody accepted
 * it in time; `lapsed`: a rate was missed; `withdrawn`: the office took it back.
 */
export const planStates = ['proposed', 'active', 'done', 'lapsed', 'expired', 'withdrawn'] as const
export type PlanState = (typeof planStates)[number]

/** The allowed state changes of a plan. The database's plan_may_move has the same table; a test compares them. */
export const planTransitions: Record<PlanState, readonly PlanState[]> = {
  proposed: ['active', 'expired', 'withdrawn'],
  active: ['done', 'lapsed', 'withdrawn'],
  done: [],
  lapsed: [],
  expired: [],
  withdrawn: [],
}

export const planStateLabels: Record<PlanState, string> = {
  proposed: 'Proposto',
  active: 'In corso',
  done: 'Pagato',
  lapsed: 'Decaduto',
  expired: 'Scaduto',
  withdrawn: 'Ritirato',
}

export type DueAmount = { due_date: Day; amount: Cents }
export const mostRates = 36
export const mostGraceDays = 60

/** `n` equal rates, the extra cents on the first, every `months` months from `first`. */
export const evenRates = (total: Cents, n: number, first: Day, months: number): DueAmount[] =>
  splitInstalments(total, n).map((amount, place) => ({ due_date: addMonths(first, place * months), amount }))

/** Validation errors of a plan's rates for `total`, by field name; empty if they can be proposed. */
export function whyNotRates(rates: readonly DueAmount[], total: Cents, today: Day): Record<string, string> {
  const wrong: Record<string, string> = {}
  rates.forEach(({ due_date, amount }, place) => {
    const before = rates[place - 1]
    if (due_date < today) wrong[`rates.${place}.due_date`] = 'La rata scade prima di oggi.'
    else if (due_date > latestDueDay(today))
      wrong[`rates.${place}.due_date`] = 'La rata scade fra più di dieci anni: controlla l’anno.'
    else if (before && due_date <= before.due_date)
      wrong[`rates.${place}.due_date`] = `Deve venire dopo il ${formatDate(before.due_date)}.`
    if (amount <= 0) wrong[`rates.${place}.amount`] = 'L’importo deve essere maggiore di zero.'
  })
  const sum = sumOf(rates)
  if (sum !== total) wrong.rates = `Le rate danno ${formatEuro(sum)}, ma il debito è di ${formatEuro(total)}.`
  return wrong
}

/**
 * Splits each debt over the days of the rates: the first rates pay the first debts, exact to the cent. Returns each
 * debt's amounts by due date. The debts and the rates must have the same sum (RangeError).
 */
export function shareRates(rates: readonly DueAmount[], debts: readonly Cents[]): DueAmount[][] {
  if (sumOf(rates) !== debts.reduce((sum, cents) => sum + cents, 0))
    throw new RangeError('rates and debts have different sums')
  const left = rates.map((rate) => ({ ...rate }))
  return debts.map((debt) => take(left, debt))
}

/**
 * The rest of a schedule after its first cents are paid: the last `residue` cents. If the residue exceeds the schedule
 * (the bill has grown since), the excess is due with the last part.
 */
export function restOf(schedule: readonly DueAmount[], residue: Cents): DueAmount[] {
  const left = schedule.map((part) => ({ ...part }))
  const paid = sumOf(schedule) - residue
  if (paid > 0) take(left, paid)
  const last = left.at(-1)
  if (paid < 0 && last) last.amount -= paid
  return left.filter(({ amount }) => amount > 0)
}

/** The first `cents` of a schedule: what `restOf` leaves out of it. */
export const firstOf = (schedule: readonly DueAmount[], cents: Cents): DueAmount[] =>
  take(
    schedule.map((part) => ({ ...part })),
    cents,
  )

/** Removes cents from the front of `left` (in place) and returns what was removed, part by part. */
function take(left: DueAmount[], cents: Cents): DueAmount[] {
  const taken: DueAmount[] = []
  let wanted = cents
  for (const part of left) {
    const amount = Math.min(part.amount, wanted)
    if (amount > 0) taken.push({ due_date: part.due_date, amount })
    part.amount -= amount
    wanted -= amount
    if (wanted === 0) break
  }
  return taken
}

/**
 * The same parts over at least `rows` rows: instalments that somebody tried to pay stay, so a part may be asked in pieces
 * due on the same day. Parts and sums stay; throws RangeError when there are fewer cents than rows.
 */
export function overRows(parts: readonly DueAmount[], rows: number): DueAmount[] {
  const pieces = parts.map((part) => ({ ...part }))
  while (pieces.length < rows) {
    const largest = pieces.reduce(
      (most, part, at) => (part.amount > (pieces[most]?.amount ?? 0) ? at : most),
      0,
    )
    const part = pieces[largest]
    if (!part || part.amount < 2) throw new RangeError('fewer cents than rows')
    const [first = 0, second = 0] = splitInstalments(part.amount, 2)
    pieces.splice(largest, 1, { ...part, amount: first }, { ...part, amount: second })
  }
  return pieces
}

/**
 * Whether a rate due on `due_date` and not paid makes the plan lapse on `today`. Neither the due date nor the last day of grace
 * is a Sunday or a holiday (art. 2963 c.c.).
 */
export const hasLapsed = (due_date: Day, grace_days: number, today: Day): boolean =>
  nextWorkingDay(addDays(nextWorkingDay(due_date), grace_days)) < today

/** The text that the debtor accepts; stored word for word with the acceptance. Amounts in cents. */
export function agreementText(of: {
  nominative: string
  account_name: string
  business_name: string
  bills: readonly { number: string; amount: Cents }[]
  rates: readonly DueAmount[]
  grace_days: number
}): string {
  const total = formatEuro(sumOf(of.rates))
  const bills = of.bills.map(({ number, amount }) => `${number} (${formatEuro(amount)})`).join(', ')
  const rates = of.rates.map(
    ({ due_date, amount }, place) =>
      `Rata ${place + 1}: ${formatEuro(amount)} entro il ${formatDate(due_date)}.`,
  )
  return [
    `${of.nominative} riconosce di dovere a ${of.account_name}, amministrato da ${of.business_name}, ${total} per ${of.bills.length === 1 ? 'la bolletta' : 'le bollette'} ${bills}.`,
    `${of.account_name} accetta che siano pagati così:`,
    ...rates,
    `Finché le rate sono pagate in tempo non partono solleciti. Se una rata non è pagata entro ${graceWords(of.grace_days)} dalla sua scadenza, il piano decade: quello che manca torna dovuto alle scadenze di prima.`,
  ].join('\n')
}

const graceWords = (days: number) => (days === 1 ? '1 giorno' : `${days} giorni`)
const sumOf = (parts: readonly { amount: Cents }[]): Cents =>
  parts.reduce((sum, { amount }) => sum + amount, 0)
