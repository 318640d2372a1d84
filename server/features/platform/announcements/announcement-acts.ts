import * as contract from '@saldo/contract/platform/announcements'
import { longestAnnouncement } from '@saldo/domain/platform/periods'
import type { z } from 'zod'
import type { Tx } from '../../../db/connection.ts'
import { badInput, conflict, notFound } from '../../../http/errors.ts'
import { serve } from '../../../http/serve.ts'
import { namedOffices } from '../named-offices.ts'
import { instantOf } from '../period-state.ts'
import { announcementRow } from './announcements-list.ts'

type Content = z.output<typeof contract.createAnnouncement.body>

const create = serve(contract.createAnnouncement, async ({ tx, actor, body }) => {
  await requirePeriod(tx, instantOf(tx, body.starts_at), body.until)
  const [made] = await tx<{ announcement_id: number }[]>`
    insert into announcements (title, text, level, audience, all_offices, starts_at, until, created_by, created_by_name)
    values (${body.title}, ${body.text}, ${body.level}, ${body.audience}, ${body.customer_ids.length === 0},
      ${instantOf(tx, body.starts_at)}, ${instantOf(tx, body.until)}, ${actor.user_id}, actor_nominative())
    returning announcement_id`
  const announcement_id = made?.announcement_id as number
  await storeOffices(tx, announcement_id, body)
  return announcementRow(tx, announcement_id)
})

/** Without a start, the one of before stays. */
const change = serve(contract.changeAnnouncement, async ({ tx, params: { id }, body }) => {
  const [found] = await tx`
    select ended_at is not null or until <= now() as over from announcements where announcement_id = ${id} for update`
  if (!found) throw notFound('L’avviso')
  if (found.over) throw conflict('over', 'Questo avviso è già finito: scrivine un altro.')
  const start =
    body.starts_at === null
      ? tx`(select starts_at from announcements where announcement_id = ${id})`
      : instantOf(tx, body.starts_at)
  await requirePeriod(tx, start, body.until)
  await storeOffices(tx, id, body)
  await tx`
    update announcements set title = ${body.title}, text = ${body.text}, level = ${body.level},
      audience = ${body.audience}, all_offices = ${body.customer_ids.length === 0}, starts_at = ${start},
      until = ${instantOf(tx, body.until)}
    where announcement_id = ${id}`
  return announcementRow(tx, id)
})

async function requirePeriod(tx: Tx, start: ReturnType<typeof instantOf>, until: string): Promise<void> {
  const [is] = await tx`
    select ${instantOf(tx, until)} > now() as to_come, ${instantOf(tx, until)} > ${start} as in_order,
      ${instantOf(tx, until)} <= greatest(now(), ${start}) + make_interval(days => ${longestAnnouncement}) as short_enough`
  if (!is?.to_come) throw badInput({ until: 'Questo momento è già passato.' })
  if (!is.in_order) throw badInput({ until: 'Finisce prima di iniziare.' })
  if (!is.short_enough)
    throw badInput({ until: 'Al massimo un anno dopo l’inizio: se serve, poi lo prolunghi.' })
}

async function storeOffices(
  tx: Tx,
  announcement_id: number,
  { customer_ids, audience }: Content,
): Promise<void> {
  if (customer_ids.length > 0 && audience.every((each) => each === 'back_office'))
    throw badInput({
      customer_ids: 'Il backoffice non è di uno studio: togli gli studi, o aggiungi un destinatario.',
    })
  const offices = await namedOffices(tx, customer_ids)
  await tx`delete from announcement_offices where announcement_id = ${announcement_id}`
  for (const { customer_id } of offices)
    await tx`insert into announcement_offices values (${announcement_id}, ${customer_id})`
}

const end = serve(contract.endAnnouncement, async ({ tx, params: { id } }) => {
  await tx`
    update announcements set ended_at = now() where announcement_id = ${id} and ended_at is null and until > now()`
  return announcementRow(tx, id)
})

const own = serve(
  contract.ownAnnouncements,
  ({ tx }) => tx<contract.OwnAnnouncement[]>`select * from own_announcements()`,
)

/** Only what the caller is shown, or has closed already: the numbers of others tell nothing. */
const close = serve(contract.closeAnnouncement, async ({ tx, actor, params: { id } }) => {
  const made = await tx`
    insert into announcement_closings (announcement_id, user_id)
    select o.announcement_id, ${actor.user_id} from own_announcements() o where o.announcement_id = ${id}
    on conflict do nothing returning 1`
  if (made.length > 0) return undefined
  const [closed] = await tx`
    select from announcement_closings where announcement_id = ${id} and user_id = ${actor.user_id}`
  if (!closed) throw notFound('L’avviso')
  return undefined
})

export const announcementActRoutes = [create, change, end, own, close]
