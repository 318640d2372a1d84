import { addDays } from '@saldo/domain/dates'
import type { Tx } from '../../../db/connection.ts'
import type { DemoBill } from '../generate/bills.ts'
import { type TimelineEvent, timelineEvents } from '../generate/payment-timeline.ts'
import type { DemoPayment } from '../generate/payments.ts'
import { nominativeOf } from '../generate/studios.ts'
import { insertRows } from './insert-rows.ts'
import { instant, type KnownBill } from './payment-rows.ts'

/** Writes the timelines of bills and payments, in order of time. */
export async function writeTimelines(
  tx: Tx,
  known: ReadonlyMap<DemoBill, KnownBill>,
  payments: readonly DemoPayment[],
  payment_ids: readonly number[],
): Promise<void> {
  const of_bills = [...known].flatMap(([bill, { customer_id, bill_id }]) =>
    ofBill(bill).map((happening) => ({ customer_id, bill_id, ...happening })),
  )
  const of_payments = payments.flatMap((payment, index) => {
    const { customer_id, bill_id } = known.get(payment.bill) as KnownBill
    const { of_payment, of_bill } = timelineEvents(payment)
    for (const happening of of_bill) of_bills.push({ customer_id, bill_id, ...happening })
    return of_payment.map((happening) => ({
      customer_id,
      bill_id,
      payment_id: payment_ids[index],
      ...happening,
    }))
  })
  await insertRows(tx, 'payment_events', inTime(of_payments))
  await insertRows(tx, 'bill_events', inTime(of_bills))
}

function ofBill({ status, issue_date, studio, unit }: DemoBill): TimelineEvent[] {
  const actor = nominativeOf(studio)
  const issued = Date.parse(`${issue_date}T07:30:00Z`)
  if (status === 'draft')
    return [
      {
        kind: 'created',
        text: 'Bozza creata',
        actor,
        at: Date.parse(`${addDays(issue_date, -10)}T07:30:00Z`),
      },
    ]
  const { email } = unit.holder
  const happened = [{ kind: 'issued', text: 'Bolletta emessa', actor, at: issued }]
  if (status === 'cancelled')
    return [...happened, { kind: 'cancelled', text: 'Bolletta annullata', actor, at: issued + 26 * 60_000 }]
  if (email) happened.push({ kind: 'sent', text: `Link inviato a ${email}`, actor, at: issued + 12 * 60_000 })
  return happened
}

const inTime = <Event extends { at: number }>(events: Event[]) =>
  events.sort((one, other) => one.at - other.at).map((event) => ({ ...event, at: instant(event.at) }))
