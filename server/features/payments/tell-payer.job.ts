import { formatEuro } from '@saldo/domain/money'
import { declineSentence, type PaymentState } from '@saldo/domain/payments/payment'
import type { JobHandler } from '../../jobs/jobs.ts'
import { type News, notifyPayer } from '../messages/notify-users.ts'

type Paid = {
  customer_id: number
  subject_id: number
  created_by: number | null
  amount: number
  state: PaymentState
  failure_code: string | null
  by_delegate: boolean
  account_name: string
  bill_number: string
}

/**
 * Tells residents in the product what became of money for their bills: whose bill it is, and who paid it for them. A job does
 * it, because offices and holders of links write to no resident.
 */
export const tellPayer: JobHandler<'tell-payer'> = (services, { payment_id, what, key }) =>
  services.asSystem(async (tx) => {
    const [paid] = await tx<Paid[]>`
      select p.customer_id, p.subject_id, p.created_by, p.amount, p.state, p.failure_code, a.name as account_name,
        b.number as bill_number, is_paid_by_delegate(p.payment_id) as by_delegate
      from payments p
      join accounts a on a.customer_id = p.customer_id and a.account_id = p.account_id
      join bills b on b.customer_id = p.customer_id and b.bill_id = p.bill_id
      where p.payment_id = ${payment_id}`
    // The job reads the state again: the payment may have changed since the job was queued.
    if (!paid || !tellingStates[what].includes(paid.state)) return
    const { customer_id, subject_id, created_by } = paid
    if (paid.by_delegate) {
      await notifyPayer(services, tx, { customer_id, subject_id }, newsForOwner(paid, what, key))
      await notifyPayer(
        services,
        tx,
        { customer_id, subject_id: null, also: created_by },
        newsOf(paid, what, key),
      )
    } else
      await notifyPayer(services, tx, { customer_id, subject_id, also: created_by }, newsOf(paid, what, key))
  })

const tellingStates: Record<'received' | 'failed', readonly PaymentState[]> = {
  received: ['succeeded', 'partly_refunded', 'refunded', 'disputed'],
  failed: ['failed'],
}

function newsOf(
  { amount, failure_code, account_name, bill_number }: Paid,
  what: 'received' | 'failed',
  key: string,
): News {
  const bill = `${account_name}, bolletta ${bill_number}`
  return {
    ...{ kind: 'payment', link: '/dashboard', dedupe_key: `payment-${what}:${key}` },
    ...(what === 'received'
      ? {
          title: `Pagamento ricevuto: ${formatEuro(amount)}`,
          body: `${bill}. La ricevuta è fra i tuoi pagamenti.`,
        }
      : {
          title: `Addebito non riuscito: ${formatEuro(amount)}`,
          body: `${bill}. ${declineSentence(failure_code)}`,
        }),
  }
}

/** A delegate paid: receipt and account are theirs, and what their bank said is not for the owner. */
function newsForOwner(paid: Paid, what: 'received' | 'failed', key: string): News {
  const bill = `${paid.account_name}, bolletta ${paid.bill_number}`
  return {
    ...newsOf(paid, what, key),
    body:
      what === 'received'
        ? `${bill}. L’ha pagata per te chi hai delegato: la ricevuta è sua.`
        : `${bill}. Era di chi paga per te: la bolletta resta da pagare.`,
  }
}
