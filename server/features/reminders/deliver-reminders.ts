import * as contract from '@saldo/contract/bills/paper-letters'
import { deliveryWords } from '@saldo/domain/arrears/reminder-letter'
import { formatDate, today } from '@saldo/domain/dates'
import type { Tx } from '../../db/connection.ts'
import { recordAudit } from '../../db/record-audit.ts'
import { badInput, conflict, notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { recordBillEvents } from '../../timeline/bill-event.ts'
import { requireUnpaid } from './paid-letters.ts'

/** Records how and when letters on paper were delivered: from then on they count as sent. */
export const deliverReminders = serve(contract.deliverReminders, async ({ tx, body }) => {
  const { ids, delivered_by, delivered_on, note = null, as_prepared = false } = body
  const letters = await lockToDeliver(tx, ids)
  if (delivered_on > today()) throw badInput({ delivered_on: 'Questo giorno deve ancora venire.' })
  const latest =
    letters
      .map(({ prepared_on }) => prepared_on)
      .sort()
      .at(-1) ?? today()
  if (delivered_on < latest)
    throw badInput({ delivered_on: `Non prima del ${formatDate(latest)}, quando è stata preparata.` })
  if (!as_prepared) await requireUnpaid(tx, ids)
  const actor = await actorName(tx)
  for (const { customer_id, account_id, reminder_id, step_name } of letters) {
    await tx`
      update reminders set state = 'sent', sent_on = ${delivered_on}, delivered_by = ${delivered_by},
        delivery_note = ${note}
      where customer_id = ${customer_id} and reminder_id = ${reminder_id}`
    const bills = await tx<{ bill_id: number }[]>`
      select bill_id from reminder_bills where customer_id = ${customer_id} and reminder_id = ${reminder_id}`
    const text = `${step_name} ${deliveryWords[delivered_by].done} il ${formatDate(delivered_on)}`
    await recordBillEvents(tx, bills, { customer_id, kind: 'reminded', text, actor })
    await recordAudit(tx, {
      ...{ customer_id, account_id, noun: 'reminders', record_id: reminder_id, act: 'delivered' },
      after: { delivered: 1 },
    })
  }
  return { delivered: letters.length }
})

export const discardReminders = serve(contract.discardReminders, async ({ tx, body }) => {
  const letters = await lockToDeliver(tx, body.ids)
  const ids = letters.map(({ reminder_id }) => reminder_id)
  await tx`update reminders set state = 'cancelled' where reminder_id = any(${ids}::bigint[])`
  return { discarded: letters.length }
})

export type ToDeliver = {
  reminder_id: number
  customer_id: number
  account_id: number
  subject_id: number
  step_name: string
  prepared_on: string
}

/** In the order of their keys, so that two people who record the same letters wait for one another. */
export async function lockToDeliver(tx: Tx, ids: readonly number[]): Promise<ToDeliver[]> {
  const letters = await tx<(ToDeliver & { state: string })[]>`
    select reminder_id, customer_id, account_id, subject_id, step_name, state,
      (created_at at time zone 'Europe/Rome')::date as prepared_on
    from reminders where reminder_id = any(${[...ids]}::bigint[]) order by reminder_id for update`
  if (letters.length < new Set(ids).size) throw notFound('Una delle lettere')
  if (letters.some(({ state }) => state !== 'to_deliver'))
    throw conflict('not_to_deliver', 'Una di queste lettere non è più da consegnare.')
  return letters
}
