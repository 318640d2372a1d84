import * as contract from '@saldo/contract/platform/maintenances'
import { longestMaintenance, maintenanceAudienceWords } from '@saldo/domain/platform/periods'
import type { z } from 'zod'
import type { Tx } from '../../../db/connection.ts'
import { badInput, conflict, notFound } from '../../../http/errors.ts'
import { serve } from '../../../http/serve.ts'
import { instantOf } from '../period-state.ts'
import { maintenanceRow } from './maintenances-list.ts'

type Opening = z.output<typeof contract.openMaintenance.body>

/** Keeps somebody out from a minute to another; whom it covers follows from the table alone (`maintenance_of`). */
const open = serve(contract.openMaintenance, async ({ tx, actor, body }) => {
  requireOneAudience(body)
  const whom = await whomItCovers(tx, body)
  await requirePeriod(tx, body.starts_at, body.until)
  const [made] = await tx<{ maintenance_id: number }[]>`
    insert into maintenances (audience, of_customer_id, of_user_id, covers, reason, message, starts_at, until, opened_by,
      opened_by_name)
    values (${body.audience}, ${whom.customer_id}, ${whom.user_id}, ${whom.covers}, ${body.reason}, ${body.message ?? null},
      ${instantOf(tx, body.starts_at)}, ${instantOf(tx, body.until)}, ${actor.user_id}, actor_nominative())
    returning maintenance_id`
  return maintenanceRow(tx, made?.maintenance_id as number)
})

/** What is named beside the audience contradicts it: whoever wrote both meant one of them. */
function requireOneAudience({ audience, customer_id, user_id }: Opening): void {
  const whom = `La manutenzione è per ${maintenanceAudienceWords[audience]}:`
  if (customer_id && audience !== 'office') throw badInput({ customer_id: `${whom} non indicare lo studio.` })
  if (user_id && audience !== 'user') throw badInput({ user_id: `${whom} non indicare l’utente.` })
}

async function whomItCovers(tx: Tx, { audience, customer_id, user_id }: Opening) {
  if (audience === 'office') {
    if (!customer_id) throw badInput({ customer_id: 'Scegli lo studio.' })
    const [office] = await tx<{ business_name: string }[]>`
      select business_name from customers where customer_id = ${customer_id}`
    if (!office) throw notFound('Lo studio')
    return { customer_id, user_id: null, covers: office.business_name }
  }
  if (audience === 'user') {
    if (!user_id) throw badInput({ user_id: 'Scegli l’utente.' })
    const [user] = await tx<{ nominative: string; flag_super_user: boolean }[]>`
      select nominative, flag_super_user from users where user_id = ${user_id} and state <> 'removed'`
    if (!user) throw notFound('L’utente')
    if (user.flag_super_user) throw badInput({ user_id: 'Chi lavora nel backoffice non resta mai fuori.' })
    return { customer_id: null, user_id, covers: user.nominative }
  }
  return { customer_id: null, user_id: null, covers: null }
}

/** Refuses a period that is over, ends before it starts, or lasts for more than a week. */
async function requirePeriod(tx: Tx, starts_at: string | null, until: string): Promise<void> {
  const start = instantOf(tx, starts_at)
  const [is] = await tx`
    select ${instantOf(tx, until)} > now() as to_come, ${instantOf(tx, until)} > ${start} as in_order,
      ${instantOf(tx, until)} <= ${start} + make_interval(days => ${longestMaintenance}) as short_enough,
      ${start} >= now() - interval '1 minute' as starts_later`
  if (!is?.starts_later) throw badInput({ starts_at: 'Questo momento è già passato.' })
  if (!is.to_come) throw badInput({ until: 'Questo momento è già passato.' })
  if (!is.in_order) throw badInput({ until: 'Finisce prima di iniziare.' })
  if (!is.short_enough) throw badInput({ until: tooLong })
}
const tooLong = `Al massimo ${longestMaintenance} giorni dopo l’inizio: se serve, poi la prolunghi.`

/** Moves the planned end of a maintenance that is not over. */
const prolong = serve(contract.prolongMaintenance, async ({ tx, params, body }) => {
  const end = instantOf(tx, body.until)
  const [found] = await tx`
    select ended_at is not null or until <= now() as over, ${end} > greatest(now(), starts_at) as to_come,
      ${end} <= greatest(now(), starts_at) + make_interval(days => ${longestMaintenance}) as short_enough
    from maintenances where maintenance_id = ${params.id} for update`
  if (!found) throw notFound('La manutenzione')
  if (found.over) throw conflict('over', 'Questa manutenzione è già finita: aprine un’altra.')
  if (!found.to_come) throw badInput({ until: 'Scegli un momento che deve ancora venire, dopo l’inizio.' })
  if (!found.short_enough) throw badInput({ until: tooLong.replace('dopo l’inizio', 'da adesso') })
  await tx`update maintenances set until = ${end} where maintenance_id = ${params.id}`
  return maintenanceRow(tx, params.id)
})

const end = serve(contract.endMaintenance, async ({ tx, params }) => {
  await tx`
    update maintenances set ended_at = now(), ended_by_name = actor_nominative()
    where maintenance_id = ${params.id} and ended_at is null and until > now()`
  return maintenanceRow(tx, params.id)
})

/** What the caller is told while they are kept out. */
const own = serve(contract.ownMaintenance, async ({ tx, actor }) => {
  const customer_id = 'permissions' in actor ? actor.customer_id : null
  const [found] = await tx<{ until: string; message: string | null }[]>`
    select maintenance_until as until, maintenance_message as message
    from maintenance_of(${actor.user_id}, ${customer_id})`
  return { maintenance: found ?? null, known: actor.user_id !== null }
})

export const maintenanceActRoutes = [open, prolong, end, own]
