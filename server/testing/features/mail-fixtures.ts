import { createHmac } from 'node:crypto'
import { queueEmail } from '../../mail/queue-email.ts'
import type { Services } from '../../services.ts'
import type { TestApp } from '../app.ts'
import { makeBill, makeCustomer, makeSubject } from '../people.ts'

export const bounceSecret = 's'.repeat(40)

type App = Pick<TestApp, 'call'>

/** A mail about a bill that has left, to an address of its own. */
export async function sentMail(services: Services, to: string) {
  const customer_id = await makeCustomer(services)
  const subject_id = await makeSubject(services, customer_id, { email: to })
  const bill = await makeBill(services, customer_id, { subject_id })
  const email_id = await writeLink(services, { ...bill, to, key: `sent:${to}` })
  await services.asSystem((tx) => tx`update emails set sent_at = now() where email_id = ${email_id}`)
  return { customer_id, subject_id, bill_id: bill.bill_id, token: bill.token, email_id }
}

/** Writes the mail with a bill's link, for `to`. @returns its id */
export async function writeLink(
  services: Services,
  { customer_id, bill_id, to, key }: { customer_id: number; bill_id: number; to: string; key: string },
): Promise<number> {
  return services.asSystem(async (tx) => {
    await queueEmail(services, tx, {
      ...{ template: 'bill-link', to, customer_id, bill_id, dedupe_key: key, values: {} },
    })
    const [row] = await tx`select email_id from emails where dedupe_key = ${key}`
    return row?.email_id as number
  })
}

export const mailOf = async (services: Services, email_id: number) => {
  const [mail] = await services.asSystem(
    (tx) => tx`select state, failure, opened_at, resend_of from emails where email_id = ${email_id}`,
  )
  return mail
}
export const isSuppressed = async (services: Services, address: string) => {
  const rows = await services.asSystem(
    (tx) => tx`select from suppressed_addresses where address = ${address} and lifted_at is null`,
  )
  return rows.length > 0
}

/** As a mail provider sends reports, signed with `bounceSecret`, now. */
export function sendReports(
  app: App,
  events: object[],
  given: { secret?: string; at?: number; payload?: string } = {},
) {
  const payload = JSON.stringify({ events })
  const at = given.at ?? Math.floor(Date.now() / 1000)
  const mac = createHmac('sha256', given.secret ?? bounceSecret)
    .update(`${at}.${payload}`)
    .digest('hex')
  return app.call({
    method: 'POST',
    url: '/v1/emails/bounces',
    headers: { 'content-type': 'application/json', 'saldo-signature': `t=${at},v1=${mac}` },
    payload: given.payload ?? payload,
  })
}
