import { mailedName } from '@saldo/domain/mailed-name'
import type { Tx } from '../../db/connection.ts'
import type { JobHandler } from '../../jobs/jobs.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import { residentWithEmail } from '../registration/resident-with-email.ts'
import { endLapsed } from './delegation.sql.ts'

type Asker = { user_id: number; nominative: string; email: string }

/**
 * Asks the owner with this address to let `user_id` see and pay their bills: a request for each office in which they are, and a
 * mail. The payer hears nothing until the owner consents; whoever is asked already gets no second mail.
 */
export const askOwner: JobHandler<'ask-to-pay'> = (services, { user_id, email }) =>
  services.asSystem(async (tx) => {
    const [stored] = await tx<Asker[]>`
      select user_id, nominative, email from users where user_id = ${user_id} and state = 'active' and email is not null`
    const asker = stored && { ...stored, nominative: mailedName(stored.nominative, 'Una persona') }
    const owner = await residentWithEmail(tx, email)
    if (!asker || owner?.state !== 'active' || owner.user_id === user_id) return
    if (!(await insertRequests(tx, asker, owner.user_id))) return
    await queueEmail(services, tx, {
      ...{ template: 'delegation-asked', to: email, customer_id: null, bill_id: null },
      dedupe_key: `delegation-asked:${user_id}:${owner.user_id}:${new Date().toISOString()}`,
      values: { name: asker.nominative, address: asker.email, url: `${services.env.PUBLIC_URL}/#/dashboard` },
    })
  })

async function insertRequests(tx: Tx, asker: Asker, owner_id: number): Promise<boolean> {
  const people = await tx<{ customer_id: number; subject_id: number }[]>`
    select customer_id, subject_id from subjects
    where user_id = ${owner_id} and merged_into is null order by subject_id limit 20`
  for (const person of people) await endLapsed(tx, { ...person, delegate_email: asker.email })
  const rows = people.map((person) => ({
    ...{ ...person, state: 'asked', delegate_name: asker.nominative, delegate_email: asker.email },
    ...{ delegate_user_id: asker.user_id, created_by: asker.user_id, created_by_name: asker.nominative },
  }))
  if (rows.length === 0) return false
  const { count } = await tx`insert into delegations ${tx(rows)} on conflict do nothing`
  return count > 0
}
