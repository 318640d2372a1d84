import { formatDate, today } from '@saldo/domain/dates'

/** `dal 01/03/2026`, `dal 01/03/2026 al 30/09/2026`, with a note if it is in the future. */
export function formatPeriod({ from_date, to_date }: { from_date: string; to_date: string | null }): string {
  const days = `dal ${formatDate(from_date)}${to_date === null ? '' : ` al ${formatDate(to_date)}`}`
  return from_date > today() ? `${days}, ancora da venire` : days
}
