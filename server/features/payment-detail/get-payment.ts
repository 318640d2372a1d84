import * as contract from '@saldo/contract/payments/payments'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { recoveriesOf } from '../connected/office-debts.ts'
import { disputesOf } from '../disputes/disputes-of-payment.ts'
import { allocationsOf } from '../payments/allocate/payment-allocations.ts'
import { paymentsList, withReason } from '../payments/payments-list.ts'
import { refundsOf } from '../refunds/refunds-of-payment.ts'
import { movementOfPayment } from '../transfers/movement-of-payment.ts'

export const getPayment = serve(contract.getPayment, async ({ tx, params }) => {
  const [payment] = await tx`
    select ${paymentsList.select(tx)}, shown_addresses(p.receipt_email) as receipt_email, p.payer_name, p.reference, p.note,
      p.refunding, (
        select r.number from receipts r where r.customer_id = p.customer_id and r.payment_id = p.payment_id
      ) as receipt_number, (
        select json_build_object('reason', v.reason, 'note', v.note, 'replaced_by', v.replaced_by, 'actor', v.actor, 'at', v.at)
        from collection_reversals v where v.customer_id = p.customer_id and v.payment_id = p.payment_id
      ) as reversal, (
        select v.payment_id from collection_reversals v where v.customer_id = p.customer_id and v.replaced_by = p.payment_id
      ) as replaces
    from ${paymentsList.from(tx)} where p.payment_id = ${params.id}`
  if (!payment) throw notFound('Il pagamento')
  const [allocations, refunds, disputes, recoveries, attempts, ledger, movement, timeline] =
    await Promise.all([
      allocationsOf(tx, params.id),
      refundsOf(tx, payment.customer_id, params.id),
      disputesOf(tx, { payment_id: params.id }),
      recoveriesOf(tx, payment.customer_id, params.id),
      attemptsOf(tx, params.id),
      ledgerOf(tx, payment.customer_id, params.id),
      movementOfPayment(tx, payment.customer_id, params.id),
      timelineOf(tx, payment.customer_id, params.id),
    ])
  return {
    ...(withReason(payment) as object),
    ...{ allocations, refunds, disputes, recoveries, attempts, ledger, movement, timeline },
  } as never
})

const attemptsOf = (tx: Tx, payment_id: number) => tx`
  select attempt_id, state, provider_object, provider_charge, failure_code, created_at, updated_at
  from payment_attempts where payment_id = ${payment_id} order by attempt_id`

const ledgerOf = (tx: Tx, customer_id: number, payment_id: number) => tx`
  select e.entry_id, e.at, e.description,
    json_agg(json_build_object(
      'ledger_account', l.ledger_account,
      'debit', greatest(l.amount, 0),
      'credit', greatest(-l.amount, 0)) order by l.amount < 0, l.line_id) as lines
  from ledger_entries e
  join ledger_lines l on l.customer_id = e.customer_id and l.entry_id = e.entry_id
  where e.customer_id = ${customer_id} and e.payment_id = ${payment_id}
  group by e.entry_id order by e.entry_id`

const timelineOf = (tx: Tx, customer_id: number, payment_id: number) => tx`
  select at, kind, shown_addresses(text) as text, actor from payment_events
  where customer_id = ${customer_id} and payment_id = ${payment_id} order by event_id`
