import type { Tx } from '../../db/connection.ts'
import type { JobHandler } from '../../jobs/jobs.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import type { Services } from '../../services.ts'
import { linkSubject } from '../subjects/subject-user.ts'
import { insertInvited } from '../users/invite-user.ts'
import { residentWithEmail } from './resident-with-email.ts'
import { tellEarlierAddresses } from './tell-earlier-addresses.ts'

type Asked = { user_name: string; fiscal_code: string; bill_number: string; email: string | null }
type Person = { subject_id: number; nominative: string; user_id: number | null; email: string }

/**
 * Gives access to a known resident: tax code, number of one of their bills and, if they gave one, the stored address must
 * all match. Mails of access go only to the stored address, so only its reader gets access. Whoever is not recognised and
 * gave no address hears nothing.
 */
export const registerResidentAs: JobHandler<'register-resident'> = (services, asked) =>
  services.asSystem(async (tx) => {
    const found = await known(tx, asked)
    const [first] = found
    if (!first) return asked.email ? tell(services, tx, asked.email, outcomes.unknown) : undefined
    const email = asked.email ?? first.email
    const people = found.filter((each) => each.email.toLowerCase() === email.toLowerCase())
    const user = await residentWithEmail(tx, email)
    const own = people.filter(({ user_id }) => user_id === null || user_id === user?.user_id)
    if (own.length === 0) return tell(services, tx, email, outcomes.another)
    const wanted = own.filter(({ user_id }) => user_id === null)
    if (!user) {
      if (await isTaken(tx, asked.user_name)) return tell(services, tx, email, outcomes.taken)
      const of = { nominative: first.nominative, email, user_name: asked.user_name }
      const user_id = await insertInvited(tx, { customer_id: null, ...of })
      await services.queue.enqueue(tx, 'send-invitation', { user_id })
      return giveAccess(services, tx, wanted, user_id, email)
    }
    await giveAccess(services, tx, wanted, user.user_id, email)
    if (user.state === 'invited')
      await services.queue.enqueue(tx, 'send-invitation', { user_id: user.user_id })
    else await tell(services, tx, email, outcomes.has(user.user_name))
  })

async function giveAccess(services: Services, tx: Tx, wanted: Person[], user_id: number, email: string) {
  for (const { subject_id } of wanted) {
    await linkSubject(tx, subject_id, user_id)
    await tellEarlierAddresses(services, tx, subject_id, email)
  }
}

/** The same person may be in several administrators' registries; the bill's number says which one is meant. */
const known = (tx: Tx, { fiscal_code, bill_number, email }: Asked) => tx<Person[]>`
  select s.subject_id, s.nominative, s.user_id, s.email from subjects s
  where s.fiscal_code = ${fiscal_code} and s.email is not null
    and (${email}::text is null or lower(s.email) = lower(${email}))
    and exists (select from bills b
      where b.customer_id = s.customer_id and b.subject_id = s.subject_id and b.number_key = bill_number_key(${bill_number})
        and b.status = 'issued')
  order by s.subject_id for update`

const isTaken = async (tx: Tx, user_name: string) =>
  (await tx`select from users where lower(user_name) = lower(${user_name}) and state <> 'removed'`).length > 0

type Outcome = { title: string; why: string; action: string; path: string }

const outcomes = {
  unknown: {
    title: 'Non siamo riusciti a riconoscerti',
    why:
      'Codice fiscale, numero della bolletta e indirizzo e-mail devono essere quelli che ha il tuo amministratore: ' +
      'almeno uno è diverso. Ricontrollali, oppure chiedi all’amministratore di invitarti.',
    action: 'Riprova',
    path: 'register',
  },
  taken: {
    title: 'Scegli un altro nome utente',
    why: 'Ti abbiamo riconosciuto, ma quel nome utente è già di qualcuno. Registrati di nuovo con un altro.',
    action: 'Scegli un altro nome',
    path: 'register',
  },
  another: {
    title: 'C’è già un accesso per queste bollette',
    why:
      'Le bollette sono già collegate a un accesso con un altro indirizzo e-mail. Se è tuo, accedi con quello; se non ' +
      'lo riconosci, dillo al tuo amministratore.',
    action: 'Accedi',
    path: 'login',
  },
  has: (user_name: string) => ({
    title: 'Hai già un accesso',
    why: `Il tuo nome utente è ${user_name}: le tue bollette sono lì. Se non ricordi la password, scegline un’altra.`,
    action: 'Accedi',
    path: 'login',
  }),
}

async function tell(services: Services, tx: Tx, email: string, { path, ...said }: Outcome): Promise<void> {
  await queueEmail(services, tx, {
    template: 'registration',
    to: email,
    customer_id: null,
    bill_id: null,
    dedupe_key: `registration:${email}:${new Date().toISOString()}`,
    values: {
      ...said,
      url: `${services.env.PUBLIC_URL}/#/auth/${path}`,
      who_writes:
        'Saldo ti scrive perché qualcuno ha chiesto di registrarsi con questo indirizzo o con i tuoi dati.',
    },
  })
}
