import { type Cents, formatEuro } from '../money.ts'

/** The provider accepts no payment under half a euro, so a partial payment must not leave less than that. */
export const leastOnline: Cents = 50

/**
 * Why `amount` cannot be paid of `due`, in Italian; null if it can. `minimum`: the least amount that the condominium
 * accepts; null if it accepts only whole instalments. `now`: the part of `due` that is due now. All in cents.
 */
export function whyNotAmount(
  amount: Cents,
  due: Cents,
  minimum: Cents | null,
  now: Cents = due,
): string | null {
  if (amount === due) return null
  if (amount > due) return `È più di quanto è dovuto: al massimo ${formatEuro(due)}.`
  if (minimum === null)
    return now < due
      ? `Qui si pagano solo rate intere: ${formatEuro(now)} adesso, oppure ${formatEuro(due)} in tutto.`
      : `Qui si pagano solo rate intere: ${formatEuro(due)}.`
  if (amount < minimum) return `Il condominio accetta acconti da ${formatEuro(minimum)} in su.`
  if (due - amount < leastOnline)
    return `Resterebbe da pagare meno di ${formatEuro(leastOnline)}: paga tutto, ${formatEuro(due)}.`
  return null
}

/** Whether some part of `due` may be paid. */
export const mayPayPart = (due: Cents, minimum: Cents | null): boolean =>
  minimum !== null && minimum + leastOnline <= due
