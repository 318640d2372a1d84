import { type Cents, formatEuro } from './money.ts'

/** The provider takes nothing under half a euro, so nothing smaller is left over either. */
export const leastOnline: Cents = 50

/**
 * Why `amount` cannot be paid of `due`, in Italian; null when it can. `minimum` is the least the condominium takes at a
 * time, null when it takes whole instalments only. All in cents.
 */
export function whyNotAmount(amount: Cents, due: Cents, minimum: Cents | null): string | null {
  if (amount === due) return null
  if (amount > due) return `È più di quanto è dovuto: al massimo ${formatEuro(due)}.`
  if (minimum === null) return `Qui si pagano solo rate intere: ${formatEuro(due)}.`
  if (amount < minimum) return `Il condominio accetta acconti da ${formatEuro(minimum)} in su.`
  if (due - amount < leastOnline)
    return `Resterebbe da pagare meno di ${formatEuro(leastOnline)}: paga tutto, ${formatEuro(due)}.`
  return null
}

/** Whether some part of `due` may be paid. */
export const mayPayPart = (due: Cents, minimum: Cents | null): boolean =>
  minimum !== null && minimum + leastOnline <= due
