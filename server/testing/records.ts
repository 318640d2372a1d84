import { linkToken } from '../http/link-token.ts'
import type { Services } from '../services.ts'
import { testSecret } from './app.ts'
import { makeAccount, makeBill, makeSubject } from './people.ts'

/** One of each thing that has an id of its customer's, and the links to them. */
export type Records = {
  ids: Record<RecordKind, number>
  links: { bill: string; payment: string }
}
export const recordKinds = [
  'customer',
  'account',
  'subject',
  'bill',
  'instalment',
  'payment',
  'import',
] as const
export type RecordKind = (typeof recordKinds)[number]

/** `mark` is in every name, number and address, so that one can look for it where it must not be. */
export async function makeRecords(
  services: Services,
  customer_id: number,
  of: { mark: string; user_id?: number | undefined },
): Promise<Records> {
  const { mark, user_id } = of
  const account_id = await makeAccount(services, customer_id, { name: `Condominio ${mark}` })
  const subject_id = await makeSubject(services, customer_id, {
    nominative: `${mark} Lucia`,
    email: `${mark.toLowerCase()}@example.it`,
    ...(user_id ? { user_id } : {}),
  })
  const number = `${mark}-${account_id}`
  const { bill_id, token } = await makeBill(services, customer_id, { account_id, subject_id, number })
  const rest = await services.asSystem(async (tx) => {
    const [instalment] = await tx`select instalment_id from bill_instalments where bill_id = ${bill_id}`
    const payer = { customer_id, account_id, bill_id, subject_id }
    const [payment] = await tx`
      insert into payments ${tx({ ...payer, method: 'CARD', amount: 41_250, state: 'failed', provider_account: 'stripe' })}
      returning payment_id`
    const [made] = await tx`
      insert into imports ${tx({ customer_id, file_name: `${mark}.csv`, file_path: `imports/${bill_id}`, state: 'to_check' })}
      returning import_id`
    const import_id = made?.import_id as number
    await tx`
      insert into import_rows (customer_id, import_id, sheet, row, status, candidate)
      values (${customer_id}, ${import_id}, 'Foglio1', 2, 'new', ${tx.json({ holder: mark })})`
    return {
      instalment: instalment?.instalment_id as number,
      payment: payment?.payment_id as number,
      import: import_id,
    }
  })
  const ids = { customer: customer_id, account: account_id, subject: subject_id, bill: bill_id, ...rest }
  const payment = linkToken(testSecret, { opens: 'payment', payment_id: rest.payment })
  return { ids, links: { bill: token, payment } }
}
