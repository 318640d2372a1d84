import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import type { Tx } from '../../db/connection.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import type { Services } from '../../services.ts'
import type { LockedRefund } from './credit-refund.ts'

/** Mails the payer, once per refund, that the money has left and on which account it arrives. */
export async function writeRefundMail(
  services: Services,
  tx: Tx,
  refund: LockedRefund,
  day: string,
): Promise<void> {
  const { customer_id, account_id, subject_id, credit_refund_id, amount, iban, text } = refund
  const [to] = await tx<{ email: string | null; nominative: string; account_name: string }[]>`
    select s.email, s.nominative, a.name as account_name
    from subjects s join accounts a on a.customer_id = s.customer_id and a.account_id = ${account_id}
    where s.customer_id = ${customer_id} and s.subject_id = ${subject_id}`
  if (!to?.email) return
  await queueEmail(services, tx, {
    ...{ template: 'credit-refund', to: to.email, customer_id, bill_id: null },
    dedupe_key: `credit-refund:${credit_refund_id}`,
    values: {
      ...{ nominative: to.nominative, account_name: to.account_name, text },
      ...{ amount: formatEuro(amount), left_on: formatDate(day), account_end: iban.slice(-4) },
    },
  })
}
