import * as contract from '@saldo/contract/identity/impersonations'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'

/** One that has reached its limit counts as ended, also before anything writes that down. */
const columns = (tx: Tx) => tx`
  i.impersonation_id, i.customer_id, c.business_name, i.nominative, i.reason, i.started_at, i.until,
  case when i.ended_at is null and i.until <= now() then i.until else i.ended_at end as ended_at,
  case when i.ended_at is null and i.until <= now() then 'expired' else i.ended_how end as ended_how`

const impersonation = (tx: Tx, id: number) => tx<contract.Impersonation[]>`
  select ${columns(tx)} from impersonations i join customers c using (customer_id) where i.impersonation_id = ${id}`

export const openImpersonation = serve(contract.openImpersonation, async ({ tx, actor }) => {
  if (actor.role !== 'super_user' || actor.impersonation_id === null) return { impersonation: null }
  const [open] = await impersonation(tx, actor.impersonation_id)
  return { impersonation: open ?? null }
})

export const startImpersonation = serve(contract.startImpersonation, async ({ tx, actor, body }) => {
  const [customer] = await tx`select from customers where customer_id = ${body.customer_id}`
  if (!customer) throw notFound('Il cliente')
  await endOpen(tx, actor.session_id as number, 'other_customer')
  const [made] = await tx<{ impersonation_id: number }[]>`
    insert into impersonations (customer_id, user_id, nominative, session_id, reason, until)
    values (${body.customer_id}, ${actor.user_id}, actor_nominative(), ${actor.session_id}, ${body.reason.trim()},
      now() + make_interval(mins => ${body.minutes}))
    returning impersonation_id`
  const [started] = await impersonation(tx, made?.impersonation_id as number)
  return started as contract.Impersonation
})

export const endImpersonation = serve(contract.endImpersonation, async ({ tx, actor, params, body }) => {
  const [own] = await tx`
    select session_id from impersonations where impersonation_id = ${params.id} and user_id = ${actor.user_id}`
  if (!own) throw notFound('Questo «Agisci come»')
  if (own.session_id !== null) await endOpen(tx, own.session_id, body.how, params.id)
  const [ended] = await impersonation(tx, params.id)
  return ended as contract.Impersonation
})

/** Ends what the session has open; what reached its limit before ended then. */
const endOpen = (tx: Tx, session_id: number, how: 'button' | 'other_customer', only?: number) => tx`
  update impersonations set ended_at = least(now(), until),
    ended_how = case when until <= now() then 'expired' else ${how} end
  where session_id = ${session_id} and ended_at is null ${only === undefined ? tx`` : tx`and impersonation_id = ${only}`}`
