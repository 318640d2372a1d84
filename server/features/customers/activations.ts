import { createHash } from 'node:crypto'
import * as contract from '@saldo/contract/registry/activations'
import { formatDateTime, today } from '@saldo/domain/dates'
import { activationCheckNames } from '@saldo/domain/registry/activation'
import type { Tx } from '../../db/connection.ts'
import { summaryOf } from '../../db/listing.ts'
import { exportReply } from '../../exports/export-reply.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { serve, serveAcross, serveList } from '../../http/serve.ts'
import { requireMailRoom } from '../../mail/mail-limit.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import type { Services } from '../../services.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { notifyCustomer } from '../messages/notify-users.ts'
import { activationDetail, activationList, findActivation, withChecks } from './activation-list.ts'

const listActivations = serveList(contract.listActivations, activationList, withChecks)

const summariseActivations = serve(contract.summariseActivations, async ({ tx, query }) => {
  const { count } = await summaryOf(tx, activationList, query, (of) => of`count(*)::int as count`)
  return { count }
})

const exportActivations = serveAcross(contract.exportActivations, ({ as, services, query }) =>
  exportReply({
    as,
    services,
    listing: activationList,
    query,
    columns: {
      business_name: { header: 'Ragione sociale', kind: 'text' },
      city: { header: 'Comune', kind: 'text' },
      created_at: {
        header: 'In attesa dal',
        kind: 'text',
        value: ({ created_at }) => formatDateTime(created_at).slice(0, 10),
      },
      missing: {
        header: 'Manca',
        kind: 'text',
        value: (row) =>
          withChecks(row)
            .checks.filter(({ state }) => state !== 'done')
            .map(({ kind }) => activationCheckNames[kind])
            .join(', '),
      },
      due_on: { header: 'Entro', kind: 'text', value: (row) => withChecks(row).due_on ?? '' },
      taken_by_name: { header: 'Se ne occupa', kind: 'text' },
    },
    name: 'clienti-da-attivare',
  }),
)

const ownActivation = serve(contract.ownActivation, async ({ tx, actor }) => ({
  activation: actor.customer_id === null ? null : await findActivation(tx, actor.customer_id),
}))

/** Two people who take it at once: the second learns who was first. */
const takeActivation = serve(contract.takeActivation, async ({ tx, actor, params, body }) => {
  await lockWaiting(tx, params.id)
  const before = await activationDetail(tx, params.id)
  if (before.taken_by !== null && before.taken_by !== actor.user_id && before.taken_by !== body.from)
    throw conflict('taken', `Se ne occupa già ${before.taken_by_name}.`)
  await tx`
    insert into activations (customer_id, taken_by, taken_by_name, taken_at)
    values (${params.id}, ${actor.user_id}, ${await actorName(tx)}, now())
    on conflict (customer_id) do update
    set taken_by = excluded.taken_by, taken_by_name = excluded.taken_by_name, taken_at = excluded.taken_at
    where activations.taken_by is distinct from excluded.taken_by`
  return activationDetail(tx, params.id)
})

const askForMissing = serve(contract.askForMissing, async ({ services, tx, params, body }) => {
  await lockWaiting(tx, params.id)
  const by = await actorName(tx)
  await tx`
    insert into activations (customer_id, asked_text, asked_by_name, asked_at) values (${params.id}, ${body.text}, ${by}, now())
    on conflict (customer_id) do update
    set asked_text = excluded.asked_text, asked_by_name = excluded.asked_by_name, asked_at = excluded.asked_at`
  await tellOffice(services, tx, params.id, body.text)
  return activationDetail(tx, params.id)
})

/** 404: no such customer; 409: it awaits no activation. */
async function lockWaiting(tx: Tx, customer_id: number): Promise<void> {
  const [customer] = await tx<{ state: string }[]>`
    select state from customers where customer_id = ${customer_id} for no key update`
  if (!customer) throw notFound('Il cliente')
  if (customer.state !== '0') throw conflict('active', 'Questo cliente è già attivo.')
}

/** Asking the same again on the same day sends nothing more; asking more often than a mailbox takes is refused. */
async function tellOffice(services: Services, tx: Tx, customer_id: number, text: string): Promise<void> {
  const once = `activation-missing:${customer_id}:${today()}:${createHash('sha256').update(text).digest('hex')}`
  await notifyCustomer(services, tx, customer_id, {
    kind: 'activation',
    title: 'Per attivare il tuo studio manca qualcosa',
    body: text,
    link: '/documenti',
    dedupe_key: once,
  })
  const [office] = await tx<{ business_name: string; primary_email: string | null }[]>`
    select business_name, primary_email from customers where customer_id = ${customer_id}`
  if (!office?.primary_email) return
  const [before] = await tx`select from emails where dedupe_key = ${once}`
  if (before) return
  await requireMailRoom(tx, 'activation-missing', office.primary_email)
  await queueEmail(services, tx, {
    template: 'activation-missing',
    to: office.primary_email,
    customer_id,
    to_office: true,
    bill_id: null,
    dedupe_key: once,
    values: {
      business_name: office.business_name,
      what: text,
      url: `${services.env.PUBLIC_URL}/#/documenti`,
      who_writes: 'Saldo ti scrive perché questo è l’indirizzo del tuo studio.',
    },
  })
}

export const activationRoutes = [
  listActivations,
  summariseActivations,
  exportActivations,
  ownActivation,
  takeActivation,
  askForMissing,
]
