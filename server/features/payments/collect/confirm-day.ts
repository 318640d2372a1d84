import { whyConfirmReceivedOn, whyNotReceivedOn } from '@saldo/domain/accounting/registration-dates'
import type { Day } from '@saldo/domain/dates'
import type { Tx } from '../../../db/connection.ts'
import { badInput, conflict } from '../../../http/errors.ts'

/** 400 for a day on which no money that is registered today can have come. */
export function requireReceivedOn(received_on: Day): void {
  const wrong = whyNotReceivedOn(received_on)
  if (wrong) throw badInput({ received_on: wrong })
}

/** Why the office must confirm the day of money that pays these bills, as a sentence; null: it need not. */
export async function whyConfirmDay(
  tx: Tx,
  received_on: Day,
  paid: readonly { bill_id: number }[],
): Promise<string | null> {
  const bill_ids = [...new Set(paid.map(({ bill_id }) => bill_id))]
  const bills = await tx<{ number: string; issue_date: Day }[]>`
    select number, issue_date from bills where bill_id = any(${bill_ids}::bigint[])`
  return whyConfirmReceivedOn(received_on, bills)
}

/** 409 for a day that looks like a slip, unless the request confirms it. */
export async function requireDayConfirmed(
  tx: Tx,
  { received_on, confirm_day }: { received_on: Day; confirm_day?: boolean | undefined },
  paid: readonly { bill_id: number }[],
): Promise<void> {
  const why = confirm_day ? null : await whyConfirmDay(tx, received_on, paid)
  if (why) throw conflict('unusual_day', why, { confirm_day: why })
}
