import * as contract from '@saldo/contract/payments/transfers'
import type { FoundProposal } from '@saldo/domain/transfers/known-facts'
import { closedDay } from '../../db/closed-period.ts'
import type { Tx } from '../../db/connection.ts'
import { ApiError, conflict, notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { lockPayment } from '../payments/allocate/lock-payment.ts'
import { requireMatchable, statesOf } from './match-transfers.ts'
import {
  lockMovements,
  type Movement,
  readMovement,
  readMovements,
  recordMovementEvent,
  requireMovementCan,
} from './movement.ts'
import { liveProposals } from './movement-detail.ts'
import { learnPayer } from './payer-rules.ts'
import { enqueueRematch } from './rematch.ts'
import { insertMatch, markMatched, settleMovement } from './settle-movement.ts'

/** Confirms the proposal that the person saw: it is computed again, and refused if it is another one now. */
export const confirmTransfer = serve(
  contract.confirmTransfer,
  async ({ tx, services, params, body, actor }) => {
    const movement = await readMovement(tx, params.id)
    await requireVisible(tx, body)
    await requireMatchable(tx, movement)
    const proposal = (await liveProposals(tx, movement))[(body.rank ?? 1) - 1]
    const ids = proposal?.bills
      .map(({ bill_id }) => bill_id)
      .sort()
      .join()
    if (!proposal || proposal.subject_id !== body.subject_id || ids !== [...body.bill_ids].sort().join())
      throw changed()
    const payment_ids = await confirm(services, tx, movement, proposal, {
      ...{ created_by: actor.user_id, learn: body.learn !== false },
    })
    await enqueueRematch(services, tx, movement)
    return { movements: await statesOf(tx, [params.id]), payment_ids }
  },
)

/** 404 when the person or a bill that was seen is not visible. */
async function requireVisible(
  tx: Tx,
  { subject_id, bill_ids }: { subject_id: number; bill_ids: readonly number[] },
): Promise<void> {
  const [seen] = await tx`
    select exists (select from subjects where subject_id = ${subject_id}) as person,
      not exists (select from unnest(${[...bill_ids]}::bigint[]) id
        where not exists (select from bills b where b.bill_id = id)) as bills`
  if (!seen?.person) throw notFound('La persona')
  if (!seen.bills) throw notFound('Una bolletta')
}

const changed = () =>
  conflict(
    'proposal_changed',
    'Nel frattempo è cambiato qualcosa e la proposta è un’altra: guardala di nuovo.',
  )

/** Each movement by itself: what cannot be confirmed is left as it is and told, the others are confirmed. */
export const confirmTransfers = serve(contract.confirmTransfers, async ({ tx, services, body, actor }) => {
  const movements = await readMovements(tx, body.movement_ids)
  const results: { movement_id: number; done: boolean; why: string | null }[] = []
  for (const movement of movements) {
    await tx`savepoint confirming`
    try {
      await requireMatchable(tx, movement)
      const first = (await liveProposals(tx, movement)).find(({ first_choice }) => first_choice)
      if (!first) throw conflict('no_first_choice', 'Nessuna proposta è prima delle altre: scegli tu.')
      if (!(await isAsStored(tx, movement, first))) throw changed()
      await confirm(services, tx, movement, first, { created_by: actor.user_id, learn: true })
      await tx`release savepoint confirming`
      results.push({ movement_id: movement.movement_id, done: true, why: null })
    } catch (error) {
      if (!(error instanceof ApiError) && !closedDay(error)) throw error
      await tx`rollback to savepoint confirming`
      const why = error instanceof ApiError ? error.message : 'Il giorno è in un periodo chiuso.'
      results.push({ movement_id: movement.movement_id, done: false, why })
    }
  }
  for (const account_id of new Set(movements.map((each) => each.account_id)))
    await enqueueRematch(services, tx, movements.find((each) => each.account_id === account_id) as Movement)
  return { confirmed: results.filter(({ done }) => done).length, results }
})

/** Whether the list, which shows what was stored, shows this proposal. */
async function isAsStored(tx: Tx, { movement_id }: Movement, live: FoundProposal): Promise<boolean> {
  const [row] = await tx<{ stored: FoundProposal | null }[]>`
    select proposals -> 0 as stored from bank_movements where movement_id = ${movement_id}`
  const said = (of: FoundProposal | null | undefined) =>
    of
      ? JSON.stringify([
          of.subject_id,
          of.payment_id,
          of.bills.map(({ bill_id, amount }) => [bill_id, amount]),
        ])
      : null
  return said(row?.stored) === said(live)
}

async function confirm(
  services: Services,
  tx: Tx,
  movement: Movement,
  { subject_id, bills, credit, payment_id, reasons, level }: FoundProposal,
  { created_by, learn }: { created_by: number | null; learn: boolean },
): Promise<number[]> {
  const because = reasons.map((reason) => (/[.!?]$/.test(reason) ? reason : `${reason}.`))
  if (learn && level !== 'rule') await learnPayer(tx, movement, { subject_id, created_by })
  if (payment_id !== null) {
    await link(tx, movement, payment_id, { reasons: because, created_by })
    return []
  }
  const amount = bills.reduce((sum, share) => sum + share.amount, credit)
  return settleMovement(services, tx, movement, [{ subject_id, amount, bills }], {
    ...{ way: 'confirmed', reasons: because, created_by },
  })
}

/** Says that a collection registered by hand is this movement's money: nothing is registered. */
async function link(
  tx: Tx,
  { movement_id }: Movement,
  payment_id: number,
  { reasons, created_by }: { reasons: string[]; created_by: number | null },
): Promise<void> {
  const payment = await lockPayment(tx, payment_id)
  const [movement] = (await lockMovements(tx, [movement_id])) as [Movement]
  requireMovementCan('match', movement)
  const [taken] = await tx`
    select from movement_matches where payment_id = ${payment_id} and undone_at is null`
  const fits = payment.account_id === movement.account_id && payment.amount === movement.amount
  const onAccount = payment.method === 'BANK_TRANSFER' || payment.method === 'POSTAL_SLIP'
  if (taken || !fits || !onAccount || payment.state !== 'succeeded') throw changed()
  const actor = await actorName(tx)
  await insertMatch(
    tx,
    movement,
    { payment_id, amount: payment.amount, actor },
    { way: 'linked', reasons, created_by },
  )
  await markMatched(tx, movement, { matched: movement.amount, settles: true }, reasons.join(' '))
  await recordMovementEvent(tx, movement, {
    text: `Collegato all’incasso PG-${payment_id}, già registrato`,
    actor,
  })
}
