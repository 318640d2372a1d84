import * as contract from '@saldo/contract/payments/mandates'
import { maskIban } from '@saldo/domain/iban'
import { mandateCan } from '@saldo/domain/sepa/mandate'
import type { Tx } from '../../db/connection.ts'
import { emit } from '../../events.ts'
import { conflict } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { moveBankMandate, requireNoneInForce } from './bank-mandate.ts'
import { lockMandate, mandateDetail } from './mandate-detail.ts'
import { recordMandateEvent } from './mandate-event.ts'
import { moveMandate } from './source-mandate.ts'

type Act = 'amend' | 'suspend' | 'resume' | 'revoke'
type Locked = Awaited<ReturnType<typeof lockMandate>>

async function lockFor(tx: Tx, act: Act, mandate_id: number): Promise<Locked> {
  const mandate = await lockMandate(tx, mandate_id)
  const why = mandateCan.why(act, { phase: mandate.state })
  if (why) throw conflict('not_possible', why)
  return mandate
}

const becauseOf = (reason: string | null | undefined) => (reason ? `: ${reason}` : '')

export const amendMandate = serve(contract.amendMandate, async ({ tx, params, body }) => {
  const mandate = await lockFor(tx, 'amend', params.id)
  if (mandate.way === 'provider')
    throw conflict(
      'at_the_provider',
      'Questo mandato è di un conto salvato: per un altro IBAN serve un mandato nuovo.',
    )
  const debtor_name = body.debtor_name ?? mandate.debtor_name
  if (body.iban === mandate.debtor_iban && debtor_name === mandate.debtor_name)
    throw conflict('same_iban', 'L’IBAN è quello di prima.')
  await tx`
    update mandates set debtor_iban = ${body.iban}, debtor_name = ${debtor_name} where mandate_id = ${params.id}`
  const from = mandate.debtor_iban ? maskIban(mandate.debtor_iban) : '—'
  const { customer_id, mandate_id } = mandate
  await recordMandateEvent(tx, {
    ...{ customer_id, mandate_id, kind: 'amended', actor: await actorName(tx) },
    text: `IBAN cambiato: da ${from} a ${maskIban(body.iban)}${becauseOf(body.reason)}`,
  })
  return mandateDetail(tx, params.id)
})

/** Stops a mandate, with the debits that were announced and not presented. */
async function stop(
  services: Services,
  tx: Tx,
  mandate: Locked,
  to: 'suspended' | 'revoked',
  reason: string | null | undefined,
): Promise<void> {
  const text = `${to === 'revoked' ? 'Revocato' : 'Sospeso'}${becauseOf(reason)}`
  const event = { text, actor: await actorName(tx) }
  const { mandate_id, source_id } = mandate
  if (source_id === null) await moveBankMandate(tx, mandate_id, to, event)
  else await moveMandate(tx, source_id, to, event)
  await emit(services, tx, 'mandate_ended', {
    ...(source_id === null ? { mandate_id } : { source_id }),
    reason: `Il mandato è stato ${to === 'revoked' ? 'revocato' : 'sospeso'}.`,
  })
}

export const suspendMandate = serve(contract.suspendMandate, async ({ tx, services, params, body }) => {
  await stop(services, tx, await lockFor(tx, 'suspend', params.id), 'suspended', body.reason)
  return mandateDetail(tx, params.id)
})

export const revokeMandate = serve(contract.revokeMandate, async ({ tx, services, params, body }) => {
  await stop(services, tx, await lockFor(tx, 'revoke', params.id), 'revoked', body.reason)
  return mandateDetail(tx, params.id)
})

export const resumeMandate = serve(contract.resumeMandate, async ({ tx, params, body }) => {
  const mandate = await lockFor(tx, 'resume', params.id)
  if (mandate.way === 'bank') await requireNoneInForce(tx, mandate, mandate.mandate_id)
  await tx`update mandates set state = 'active' where mandate_id = ${params.id}`
  const { customer_id, mandate_id } = mandate
  const text = `Di nuovo attivo${becauseOf(body.reason)}`
  await recordMandateEvent(tx, { customer_id, mandate_id, kind: 'active', text, actor: await actorName(tx) })
  return mandateDetail(tx, params.id)
})
