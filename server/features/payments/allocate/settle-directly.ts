import { today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import type { AllocationRule } from '@saldo/domain/payments/allocation'
import {
  handMethodPhrases,
  methodInSentence,
  type OwnBankMethod,
} from '@saldo/domain/payments/payment-method'
import type { Tx } from '../../../db/connection.ts'
import { emit } from '../../../events.ts'
import { noKey, type RequestKey } from '../../../http/idempotency-key.ts'
import { post } from '../../../ledger/ledger.ts'
import type { Services } from '../../../services.ts'
import { recordBillEvents } from '../../../timeline/bill-event.ts'
import { recordPaymentEvent } from '../../../timeline/payment-event.ts'
import type { Part } from '../../bills/money/instalment-money.ts'
import { allocateNewPayment, allocationLines } from './allocate-payment.ts'

/** A payment whose money has already arrived: a collection by hand, or credit. In cents. */
export type DirectPayment = Partial<RequestKey> & {
  customer_id: number
  account_id: number
  subject_id: number
  bill_id: number
  method: OwnBankMethod | 'CREDIT'
  amount: number
  settled_at: string
  reference?: string | null
  note?: string | null
  receipt_email?: string | null
  created_by: number | null
}

/**
 * Records a payment without a provider: settles bills, keeps the rest as credit, posts, writes the timeline. `day`: the
 * accounting day; left out, the day on which the money came. Returns its id.
 */
export async function settleDirectly(
  services: Services,
  tx: Tx,
  payment: DirectPayment,
  to: { parts: readonly Part[]; surplus: number; rule: AllocationRule; actor: string; day?: string },
): Promise<number> {
  const [row] = await tx`
    insert into payments ${tx({ reference: null, note: null, ...noKey, ...payment, state: 'succeeded' })}
    returning payment_id`
  const payment_id = row?.payment_id as number
  const { parts, surplus: credit, rule, actor } = to
  const change = await allocateNewPayment(tx, { ...payment, payment_id }, { parts, credit, rule, actor })
  await emit(services, tx, 'payment_opened', {
    payment_id,
    bill_ids: parts.map((part) => part.bill_id),
    instalment_ids: parts.map(({ instalment_id }) => instalment_id),
  })
  const { customer_id, account_id, subject_id, bill_id, method, amount } = payment
  const label = method === 'OTHER' ? '' : ` ${methodInSentence(method)}`
  await post(
    tx,
    {
      ...{ customer_id, account_id, subject_id, bill_id, payment_id, source: `payment:${payment_id}` },
      day: to.day ?? today(new Date(payment.settled_at)),
      kind: method === 'CREDIT' ? 'credit_used' : 'collection',
      description: method === 'CREDIT' ? 'Credito usato' : `Incasso${label}`,
    },
    [{ ledger_account: method === 'CREDIT' ? 'subject_credit' : 'bank', amount }, ...allocationLines(change)],
  )
  const paid = `${formatEuro(amount)} ${handMethodPhrases[method]}`
  const text = credit > 0 ? `${paid}, di cui ${formatEuro(credit)} a credito` : paid
  await recordPaymentEvent(tx, {
    ...{ customer_id, bill_id, payment_id, kind: 'succeeded', actor },
    text: `Registrati ${text}`,
  })
  await recordBillEvents(tx, parts, { customer_id, kind: 'paid', text: `Pagati ${paid}`, actor })
  return payment_id
}
