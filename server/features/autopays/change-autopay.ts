import * as contract from '@saldo/contract/payments/autopays'
import { today } from '@saldo/domain/dates'
import { type AutopayPauseReason, type AutopayState, autopayCan } from '@saldo/domain/payments/autopay'
import type { Tx } from '../../db/connection.ts'
import { badInput, conflict, notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { cancelDebitsOfAutopay } from '../debits/cancel-planned-debits.ts'
import { autopayView } from './autopay-view.ts'

export const pauseAutopay = serve(contract.pauseAutopay, async ({ tx, params, body }) => {
  await pauseByPayer(tx, params.id, body.until ?? null, await actorName(tx))
  return autopayView(tx, params.id)
})

export const resumeAutopay = serve(contract.resumeAutopay, async ({ tx, services, params }) => {
  await resumeByPayer(services, tx, params.id)
  return autopayView(tx, params.id)
})

export const revokeAutopay = serve(contract.revokeAutopay, async ({ tx, params }) => {
  await revokeByPayer(tx, params.id, await actorName(tx))
  return autopayView(tx, params.id)
})

/** `until`: the day on which it goes on by itself. 400 when that is not after today. */
export async function pauseByPayer(
  tx: Tx,
  autopay_id: number,
  until: string | null,
  actor: string,
): Promise<void> {
  await lockAutopay(tx, autopay_id, 'pause')
  if (until !== null && until <= today())
    throw badInput({ until: 'Scegli un giorno dopo oggi: quel giorno gli addebiti riprendono.' })
  await pause(tx, autopay_id, { reason: 'payer', until, actor })
}

export async function resumeByPayer(services: Services, tx: Tx, autopay_id: number): Promise<void> {
  await lockAutopay(tx, autopay_id, 'resume')
  await resume(tx, autopay_id)
  await services.queue.enqueue(tx, 'move-autopay', { autopay_id })
}

export async function revokeByPayer(tx: Tx, autopay_id: number, actor: string): Promise<void> {
  await lockAutopay(tx, autopay_id, 'revoke')
  await revoke(tx, autopay_id, actor)
}

/** Revokes all autopays of these people, who leave. Call it only as the system, in the leaver's name: other payers are told. */
export async function revokeAutopaysOf(tx: Tx, subject_ids: readonly number[], actor: string): Promise<void> {
  const autopays = await tx<{ autopay_id: number }[]>`
    select autopay_id from autopays where subject_id = any(${[...subject_ids]}::bigint[]) and state <> 'revoked'
    order by autopay_id for no key update`
  for (const { autopay_id } of autopays) {
    await revoke(tx, autopay_id, actor)
    await tx`
      update autopays set ended_because = 'access'
      where autopay_id = ${autopay_id} and created_by is distinct from actor_user_id()`
  }
}

/** Revokes an autopay that the caller has locked: its planned debits are cancelled. */
async function revoke(tx: Tx, autopay_id: number, actor: string): Promise<void> {
  await tx`
    update autopays set state = 'revoked', pause_reason = null, paused_until = null where autopay_id = ${autopay_id}`
  await cancelDebitsOfAutopay(tx, autopay_id, 'L’addebito automatico è stato revocato.', actor)
}

/**
 * Locks an autopay that this actor sees. 404, or 409 with the reason when its state does not allow the act. Not `for update`: a
 * debit that starts holds its bill and refers to the autopay, and the two would wait for each other.
 */
async function lockAutopay(tx: Tx, autopay_id: number, act: 'pause' | 'resume' | 'revoke'): Promise<void> {
  const [autopay] = await tx<{ state: AutopayState }[]>`
    select state from autopays where autopay_id = ${autopay_id} for no key update`
  if (!autopay) throw notFound('Questo addebito automatico')
  const why = autopayCan.why(act, { phase: autopay.state })
  if (why) throw conflict('not_allowed', why)
}

/** Pauses an autopay that the caller has locked: its planned debits are cancelled. `until`: null means until it is resumed. */
export async function pause(
  tx: Tx,
  autopay_id: number,
  { reason, until, actor }: { reason: AutopayPauseReason; until: string | null; actor: string },
): Promise<void> {
  await tx`
    update autopays set state = 'paused', pause_reason = ${reason}, paused_until = ${until}
    where autopay_id = ${autopay_id}`
  await cancelDebitsOfAutopay(tx, autopay_id, 'L’addebito automatico è in pausa.', actor)
}

/** Earlier failures do not count any more. */
export const resume = (tx: Tx, autopay_id: number) => tx`
  update autopays set state = 'active', pause_reason = null, paused_until = null, resumed_at = now()
  where autopay_id = ${autopay_id}`
