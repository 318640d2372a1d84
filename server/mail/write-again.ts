import type { Tx } from '../db/connection.ts'
import type { Services } from '../services.ts'
import { queueEmail } from './queue-email.ts'

/**
 * Writes a mail once more and queues it, for the back office. The link of a bill is rendered with what the bill asks now; other
 * mails keep the body that they had. `root`: the first of the mails that repeat each other. @returns the new mail's id.
 */
export async function writeAgain(
  services: Services,
  tx: Tx,
  mail: {
    root: number
    template: string
    to_address: string
    customer_id: number | null
    bill_id: number | null
    key: string
  },
): Promise<number> {
  const { root, key, customer_id, bill_id } = mail
  if (mail.template !== 'bill-link') {
    const [row] = await tx<
      { email_id: number | null }[]
    >`select write_mail_again(${root}, ${key}) as email_id`
    if (!row?.email_id) throw new Error(`mail ${root} was not written again`)
    await services.queue.enqueue(tx, 'send-email', { email_id: row.email_id })
    return row.email_id
  }
  const link = { template: 'bill-link' as const, values: {}, to: mail.to_address, customer_id, bill_id }
  if (!(await queueEmail(services, tx, { ...link, dedupe_key: key })))
    throw new Error(`mail ${root} was not written again`)
  const [row] = await tx<{ email_id: number }[]>`
    update emails set resend_of = ${root} where dedupe_key = ${key} returning email_id`
  return row?.email_id as number
}
