import { noKey } from '../../../http/idempotency-key.ts'
import type { ProviderAccount } from '../../../provider/providers.ts'
import type { Services } from '../../../services.ts'
import { chargeAttempt } from '../../payments/attempt/charge-attempt.ts'
import { openAttempt, type PayOrder } from '../../payments/pay/open-attempt.ts'

/** The sandbox's test accounts that pay after a few minutes, and one that fails then. */
const ibans = {
  stripe: ['IT84E9999999999000000000004', 'IT84E9999999999000000000004', 'IT61F9999999999000000000005'],
  stripe2: ['IT84E9999999999000000000004'],
} as const

type Candidate = { bill_id: number; customer_id: number; email: string; nominative: string }

/**
 * Starts debits that are pending when the demo opens, as a payer would, so that the provider knows them: they end by
 * themselves. Only with the sandbox.
 */
export async function startDebits(services: Services): Promise<void> {
  if (services.providers.api_base === null) return
  for (const account of services.providers.configured) {
    const bills = await services.asSystem(
      (tx) => tx<Candidate[]>`
      select b.bill_id, b.customer_id, s.email, s.nominative
      from bills b
      join accounts a on a.customer_id = b.customer_id and a.account_id = b.account_id
      join subjects s on s.customer_id = b.customer_id and s.subject_id = b.subject_id
      where b.phase = 'open' and b.next_due_date > today() and a.provider_account = ${account} and a.iban is not null
        and s.email is not null and s.user_id is null
        and not exists (select from payments p where p.customer_id = b.customer_id and p.bill_id = b.bill_id)
      order by b.next_due_date desc, b.bill_id desc
      limit ${ibans[account].length}`,
    )
    await Promise.all(
      bills.map((bill, index) => debit(services, account, bill, ibans[account][index] as string)),
    )
  }
}

async function debit(
  services: Services,
  account: ProviderAccount,
  bill: Candidate,
  iban: string,
): Promise<void> {
  const { email, nominative: name, bill_id, customer_id } = bill
  const method = await services.providers.get(account).stripe.paymentMethods.create({
    type: 'sepa_debit',
    sepa_debit: { iban },
    billing_details: { name, email },
  })
  const order: PayOrder = {
    bill_ids: [bill_id],
    ...{ email, name },
    method: 'SEPA_DEBIT',
    payment_method_id: method.id,
    ...noKey,
    accepted: { address: '203.0.113.7', agent: 'demo' },
  }
  const payer = {
    role: 'link',
    bill_id,
    customer_id,
    payment_id: null,
    pay_link_id: null,
    delegate: null,
    user_id: null,
    session_id: null,
  } as const
  const opened = await services.asSystem((tx) => openAttempt(services, tx, payer, order))
  if (opened.kind === 'opened') await chargeAttempt(services, opened.attempt_id)
}
