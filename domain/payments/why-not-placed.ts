import { type Cents, formatEuro } from '../money.ts'
import { type PaymentMethod, paymentMethodLabels } from './payment-method.ts'

/** Money of a bill that something else holds: nothing else can settle it meanwhile. `method`: of the payment under way. */
export type Held = {
  bill_number: string
  amount: Cents
  because: 'pending' | 'disputed'
  method: PaymentMethod | null
}

/** Why this money of a bill cannot be settled now, as a sentence with the sum. */
export function whyHeld({ bill_number, amount, because, method }: Held): string {
  const cents = formatEuro(amount)
  if (because === 'disputed')
    return `La bolletta ${bill_number} è contestata per ${cents}: prima decide la banca del pagatore.`
  if (method === 'SEPA_DEBIT')
    return `La bolletta ${bill_number} è già in addebito per ${cents}: si registra solo se l’addebito non riesce.`
  const how = method ? ` (${paymentMethodLabels[method].toLowerCase()})` : ''
  return `Sulla bolletta ${bill_number} è in corso un pagamento di ${cents}${how}: si registra solo se non riesce.`
}

/** Why money for these bills must be confirmed while payments of them are under way, as one sentence for each. */
export const whyUnderWay = (held: readonly Held[]): string =>
  held
    .map(({ bill_number, amount, method }) => {
      const what =
        method === 'SEPA_DEBIT'
          ? `è già in addebito per ${formatEuro(amount)}`
          : `ha già un pagamento in corso di ${formatEuro(amount)}`
      return `La bolletta ${bill_number} ${what}: se ha pagato quella, l’incasso arriva due volte.`
    })
    .join(' ')

/** What money was meant for: bills by number, or all that the person owes the condominium. */
export type Meant = { bill_numbers: readonly string[]; due: Cents }

/**
 * Why something remains of the money, as a sentence with the sums. `due`: what of it can be settled; `held`: what cannot,
 * so `due` is not all that is to be collected.
 */
export function whySurplus(
  { bill_numbers, due }: Meant,
  { surplus, held }: { surplus: Cents; held: readonly unknown[] },
): string {
  const left = `${formatEuro(surplus)} restano.`
  const [first, ...others] = bill_numbers
  if (first) {
    const of = others.length > 0 ? `Delle bollette ${bill_numbers.join(', ')}` : `Della bolletta ${first}`
    return due > 0
      ? `${of} si possono registrare solo ${formatEuro(due)}: ${left}`
      : `${of} non si può registrare niente: ${left}`
  }
  if (held.length > 0)
    return due > 0
      ? `Da questa persona si possono registrare solo ${formatEuro(due)}: ${left}`
      : `Da questa persona ora non si può registrare niente: ${left}`
  return due > 0
    ? `Il condominio ha solo ${formatEuro(due)} da incassare da questa persona: ${left}`
    : `Il condominio non ha niente da incassare da questa persona: ${left}`
}

/** The same after the reasons why the bills that were meant are held, for somebody who has not seen the preview. */
export function whySurplusAndHeld(meant: Meant, of: { surplus: Cents; held: readonly Held[] }): string {
  const { bill_numbers } = meant
  const held = of.held.filter(
    ({ bill_number }) => bill_numbers.length === 0 || bill_numbers.includes(bill_number),
  )
  return [...held.map(whyHeld), whySurplus(meant, of)].join(' ')
}

/** The same when the office itself distributed less than came. */
export const whyUndistributed = (amount: Cents, surplus: Cents): string =>
  `Hai distribuito ${formatEuro(amount - surplus)} dei ${formatEuro(amount)} arrivati: ${formatEuro(surplus)} restano.`

/** When the office distributed more than came. */
export const whyTooMuch = (amount: Cents, distributed: Cents): string =>
  `Hai distribuito ${formatEuro(distributed)}, ma ne sono arrivati ${formatEuro(amount)}: togli ${formatEuro(distributed - amount)}.`

/** When more was written for an instalment than remains of it. */
export const whyMoreThanDue = (amount: Cents, still_due: Cents): string =>
  `È più di quanto resta: hai scritto ${formatEuro(amount)}, restano ${formatEuro(still_due)}.`
