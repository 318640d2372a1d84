import { monthsAtMost } from '@saldo/contract/reports/reports'
import { today } from '@saldo/domain/dates'
import type { PendingQuery, Row } from 'postgres'
import type { Tx } from '../../db/connection.ts'
import { badInput } from '../../http/errors.ts'

/** Whole months, `yyyy-mm`, both included. */
export type Period = { from: string; to: string }
/** What a report is about. Without ids: all condominiums that the caller sees. */
export type Asked = Period & { account_ids?: number[] | undefined; compare: 'before' | 'year_before' }

const numberOf = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1
const monthAt = (number: number) => `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`

/** How many months the period has. */
export const lengthOf = ({ from, to }: Period): number => numberOf(to) - numberOf(from) + 1

/** The period moved by so many months. */
const moved = ({ from, to }: Period, months: number): Period => ({
  from: monthAt(numberOf(from) + months),
  to: monthAt(numberOf(to) + months),
})

/** The period that a report compares with: as many months just before, or the same months a year before. */
export const periodBefore = (asked: Asked): Period =>
  moved(asked, asked.compare === 'before' ? -lengthOf(asked) : -12)

type Given = { from?: string | undefined; to?: string | undefined }

/** The asked period: the last twelve months unless said. Throws a 400 if it ends before it begins, or is too long. */
export function periodOf({ from, to = today().slice(0, 7) }: Given): Period {
  const period = { from: from ?? monthAt(numberOf(to) - 11), to }
  const length = lengthOf(period)
  if (length < 1) throw badInput({ to: 'Il periodo finisce prima di cominciare.' })
  if (length > monthsAtMost)
    throw badInput({ to: `Il periodo può essere di ${monthsAtMost} mesi al massimo.` })
  return period
}

/** The first days of its first month and of the month after its last. */
export const daysOf = ({ from, to }: Period): { first: string; after: string } => ({
  first: `${from}-01`,
  after: `${monthAt(numberOf(to) + 1)}-01`,
})

/** The twelve whole months before the month of a day. */
export const yearBefore = (day: string): Period => {
  const month = numberOf(day.slice(0, 7))
  return { from: monthAt(month - 12), to: monthAt(month - 1) }
}

/** `and` the chosen condominiums only, as a condition on a table with `account_id`. */
export const onlyOf = (
  tx: Tx,
  { account_ids }: { account_ids?: number[] | undefined },
  table: PendingQuery<Row[]>,
) => (account_ids ? tx`and ${table}.account_id = any(${account_ids})` : tx``)
