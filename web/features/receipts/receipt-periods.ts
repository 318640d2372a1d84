import { addDays, addMonths, today } from '@saldo/domain/dates'

export type ReceiptPeriod = { value: string; label: string; from: string; to: string }

const quarterNames = ['primo', 'secondo', 'terzo', 'quarto'] as const

/** The whole months, quarters and years that an accountant asks for, the latest first; days both included. */
export function receiptPeriods(day = today()): ReceiptPeriod[] {
  const month = `${day.slice(0, 7)}-01`
  const year = `${day.slice(0, 4)}-01-01`
  const quarter = `${day.slice(0, 4)}-${String(3 * Math.floor((Number(day.slice(5, 7)) - 1) / 3) + 1).padStart(2, '0')}-01`
  const period = (value: string, label: string, from: string, months: number) => ({
    ...{ value, label, from },
    to: addDays(addMonths(from, months), -1),
  })
  const quarterOf = (value: string, from: string) => {
    const name = quarterNames[Math.floor((Number(from.slice(5, 7)) - 1) / 3)]
    return period(
      value,
      `${name?.replace(/^./, (first) => first.toUpperCase())} trimestre ${from.slice(0, 4)}`,
      from,
      3,
    )
  }
  return [
    period('last_month', 'Mese scorso', addMonths(month, -1), 1),
    period('month', 'Questo mese', month, 1),
    quarterOf('last_quarter', addMonths(quarter, -3)),
    quarterOf('quarter', quarter),
    period('year', 'Quest’anno', year, 12),
    period('last_year', 'Anno scorso', addMonths(year, -12), 12),
  ]
}

/** What is wrong with a period, or null. */
export function periodError(from: string, to: string): string | null {
  if (to < from) return 'Il periodo finisce prima di cominciare.'
  return to >= addMonths(from, 36) ? 'Il periodo può essere di 36 mesi al massimo.' : null
}
