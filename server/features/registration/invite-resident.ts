import * as contract from '@saldo/contract/identity/registration'
import type { Tx } from '../../db/connection.ts'
import { conflict } from '../../http/errors.ts'
import { serveAcross } from '../../http/serve.ts'
import { requireMailRoom } from '../../mail/mail-limit.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import type { Services } from '../../services.ts'
import { linkSubject } from '../subjects/subject-user.ts'
import { inviteUser } from '../users/invite-user.ts'
import { noteInvitedAgain } from '../users/user-state.ts'
import { freeName } from './free-name.ts'
import { accessOf, forVisiblePerson } from './resident-access.ts'
import { residentWithEmail } from './resident-with-email.ts'
import { tellEarlierAddresses } from './tell-earlier-addresses.ts'

type Person = { nominative: string; email: string | null; user_id: number | null; state: string | null }

export const inviteResident = serveAcross(contract.inviteResident, ({ as, services, params }) =>
  forVisiblePerson(services, as, params.id, (tx) => invite(services, tx, params.id)),
)

async function invite(services: Services, tx: Tx, subject_id: number): Promise<contract.ResidentAccess> {
  const person = await lockPerson(tx, subject_id)
  if (person.state === 'invited') await inviteAgain(services, tx, person.user_id as number, person.email)
  else if (person.state) throw conflict('has_access', 'Questa persona ha già un accesso.')
  else if (!person.email) throw conflict('no_email', 'Manca l’indirizzo e-mail: scrivilo fra i suoi dati.')
  else await giveAccess(services, tx, subject_id, person.nominative, person.email)
  return accessOf(tx, subject_id)
}

async function lockPerson(tx: Tx, subject_id: number): Promise<Person> {
  const [person] = await tx<Person[]>`
    select s.nominative, s.email, u.user_id, u.state
    from subjects s left join users u on u.user_id = s.user_id and u.state <> 'removed'
    where s.subject_id = ${subject_id} for update of s`
  return person as Person
}

/** Links sent earlier stop working. */
async function inviteAgain(services: Services, tx: Tx, user_id: number, email: string | null): Promise<void> {
  if (email) await requireMailRoom(tx, 'invitation', email)
  await noteInvitedAgain(tx, user_id)
  await services.queue.enqueue(tx, 'send-invitation', { user_id })
}

/**
 * Gives a resident access to these bills. A person with an account (from another condominium) gets a mail and sees them
 * beside the others.
 */
async function giveAccess(services: Services, tx: Tx, subject_id: number, nominative: string, email: string) {
  await tellEarlierAddresses(services, tx, subject_id, email)
  const known = await residentWithEmail(tx, email)
  if (!known) {
    const user_name = await freeName(tx, email)
    const user_id = await inviteUser(services, tx, { customer_id: null, nominative, email, user_name })
    return linkSubject(tx, subject_id, user_id)
  }
  await linkSubject(tx, subject_id, known.user_id)
  if (known.state === 'invited') return inviteAgain(services, tx, known.user_id, email)
  await requireMailRoom(tx, 'added', email)
  return queueEmail(services, tx, {
    template: 'added',
    to: email,
    customer_id: null,
    bill_id: null,
    dedupe_key: `added:${subject_id}:${new Date().toISOString()}`,
    values: { nominative, user_name: known.user_name, url: `${services.env.PUBLIC_URL}/#/auth/login` },
  })
}
