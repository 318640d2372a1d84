import * as contract from '@saldo/contract/payments/transfers'
import { formatEuro } from '@saldo/domain/money'
import { divide, type Portion, type Target } from '@saldo/domain/transfers/divide'
import type { Share } from '@saldo/domain/transfers/known-facts'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import { ApiError, badInput, conflict, notFound } from '../../http/errors.ts'
import { type RequestKey, requestKey, requireSameRequest } from '../../http/idempotency-key.ts'
import { serve } from '../../http/serve.ts'
import { requireUnderWayConfirmed } from '../payments/collect/confirm-under-way.ts'
import { looksLikeDuplicate, sameCollections } from '../payments/collect/same-collections.ts'
import { type Movement, readMovements, requireMovementCan } from './movement.ts'
import { learnPayer } from './payer-rules.ts'
import { enqueueRematch } from './rematch.ts'
import { settleMovement, whyNotOnItsDay } from './settle-movement.ts'

type Order = z.output<typeof contract.matchTransfers.body>
type Meant = Order & { targets: Target[] }

/**
 * Registers what a person of the office decided: the money of one or several movements of a condominium, divided among
 * people and their bills. All of it or nothing; the same request again answers the same.
 */
export const matchTransfers = serve(
  contract.matchTransfers,
  async ({ tx, services, body, actor, request }) => {
    const key = requestKey(request, body, ['confirm_under_way', 'confirm_duplicate'])
    if (key.idempotency_key)
      await tx`select pg_advisory_xact_lock(hashtextextended(${`transfers:${key.idempotency_key}`}, 0))`
    const before = await matchedBefore(tx, key)
    if (before) return before
    const movements = await readMovements(tx, body.movement_ids)
    const [{ customer_id, account_id }] = movements as [Movement]
    if (movements.some((each) => each.account_id !== account_id || each.customer_id !== customer_id))
      throw new ApiError(
        422,
        'several_accounts',
        'I movimenti sono di condomìni diversi: abbinali uno alla volta.',
      )
    const meant = { ...body, targets: await targetsOf(tx, movements[0] as Movement, body) }
    for (const movement of movements) await requireMatchable(tx, movement)
    requireSums(movements, meant)
    await lockDebts(tx, movements[0] as Movement, meant)
    await requireUnderWay(tx, movements[0] as Movement, meant)

    const inOrder = movements.toSorted((one, other) => one.booked_on.localeCompare(other.booked_on))
    const portions = divide(
      inOrder.map(({ movement_id, amount, matched }) => ({ movement_id, open: amount - matched })),
      meant.targets,
    )
    await requireNoDuplicate(tx, inOrder, portions, body)
    const payment_ids: number[] = []
    for (const movement of inOrder) {
      const parts = portions.filter(({ movement_id }) => movement_id === movement.movement_id)
      if (parts.length === 0) continue
      const made = await settleMovement(services, tx, movement, parts, {
        ...{ way: 'by_hand', reasons: ['Abbinato a mano.'], created_by: actor.user_id, key },
      })
      payment_ids.push(...made)
    }
    const [target, ...others] = meant.targets
    if (body.learn && target && others.length === 0)
      for (const movement of movements)
        await learnPayer(tx, movement, { subject_id: target.subject_id, created_by: actor.user_id })
    await enqueueRematch(services, tx, movements[0] as Movement)
    return { movements: await statesOf(tx, body.movement_ids), payment_ids }
  },
)

export const statesOf = (tx: Tx, ids: readonly number[]) => tx<contract.Movement[]>`
  select movement_id, state, matched from bank_movements where movement_id = any(${[...ids]}::bigint[]) order by movement_id`

async function matchedBefore(tx: Tx, key: RequestKey) {
  if (key.idempotency_key === null) return undefined
  const made = await tx<{ movement_id: number; payment_id: number; request_hash: string | null }[]>`
    select movement_id, payment_id, request_hash from movement_matches
    where idempotency_key = ${key.idempotency_key} order by match_id`
  const [first] = made
  if (!first) return undefined
  requireSameRequest(
    first.request_hash,
    key,
    `è già stato abbinato altro, come PG-${first.payment_id}`,
    first.payment_id,
  )
  const ids = [...new Set(made.map(({ movement_id }) => movement_id))]
  return { movements: await statesOf(tx, ids), payment_ids: made.map(({ payment_id }) => payment_id) }
}

/**
 * What each person's money is for. 404 when a person, or a bill in this condominium, is not visible; 400 when the lists do not
 * belong together or name something twice.
 */
async function targetsOf(tx: Tx, { account_id }: Movement, order: Order): Promise<Target[]> {
  const {
    bill_ids = [],
    bill_amounts = [],
    subject_ids = [],
    subject_amounts = [],
    subject_uses = [],
  } = order
  const bills = await tx<{ bill_id: number; subject_id: number }[]>`
    select bill_id, subject_id from bills
    where account_id = ${account_id} and bill_id = any(${[...bill_ids]}::bigint[])`
  if (bill_ids.some((id) => !bills.some(({ bill_id }) => bill_id === id))) throw notFound('Una bolletta')
  const people = await tx<{ subject_id: number }[]>`
    select subject_id from subjects where subject_id = any(${[...subject_ids]}::bigint[])`
  if (subject_ids.some((id) => !people.some(({ subject_id }) => subject_id === id)))
    throw notFound('Una persona')
  if (bill_ids.length !== bill_amounts.length)
    throw badInput({ bill_amounts: 'Serve un importo per ogni bolletta.' })
  if (subject_ids.length !== subject_amounts.length || subject_ids.length !== subject_uses.length)
    throw badInput({ subject_amounts: 'Servono un importo e un uso per ogni persona.' })
  if (new Set(bill_ids).size !== bill_ids.length)
    throw badInput({ bill_ids: 'C’è due volte la stessa bolletta.' })
  if (new Set(subject_ids).size !== subject_ids.length)
    throw badInput({ subject_ids: 'C’è due volte la stessa persona: mettine insieme gli importi.' })

  const targets = new Map<number, Target & { bills?: Share[] }>()
  for (const [at, bill_id] of bill_ids.entries()) {
    const subject_id = bills.find((each) => each.bill_id === bill_id)?.subject_id as number
    const amount = bill_amounts[at] as number
    const { amount: before, bills: named = [] } = targets.get(subject_id) ?? { amount: 0 }
    targets.set(subject_id, { subject_id, amount: before + amount, bills: [...named, { bill_id, amount }] })
  }
  for (const [at, subject_id] of subject_ids.entries()) {
    const amount = subject_amounts[at] as number
    const named = targets.get(subject_id)
    if (subject_uses[at] === 'oldest') {
      if (named)
        throw badInput({
          subject_uses: 'Per una persona scegli le bollette, oppure le più vecchie: non entrambe.',
        })
      targets.set(subject_id, { subject_id, amount })
    } else
      targets.set(subject_id, {
        subject_id,
        amount: (named?.amount ?? 0) + amount,
        bills: named?.bills ?? [],
      })
  }
  if (targets.size === 0) throw badInput({ bill_ids: 'Scegli che cosa paga il denaro.' })
  return [...targets.values()]
}

export async function requireMatchable(tx: Tx, movement: Movement): Promise<void> {
  if (movement.amount < 0) throw conflict('wrong_state', 'È un’uscita del conto: non è un incasso.')
  requireMovementCan('match', movement)
  const why = await whyNotOnItsDay(tx, movement)
  if (why) throw conflict('period_closed', why)
}

function requireSums(movements: readonly Movement[], { targets, leave_rest }: Meant): void {
  const open = movements.reduce((sum, { amount, matched }) => sum + amount - matched, 0)
  const meant = targets.reduce((sum, { amount }) => sum + amount, 0)
  if (meant > open)
    throw badInput({
      bill_amounts: `Gli importi superano di ${formatEuro(meant - open)} il denaro da abbinare.`,
    })
  if (meant < open && !leave_rest)
    throw badInput({
      leave_rest: `Restano ${formatEuro(open - meant)} da abbinare: indica di chi sono, oppure lasciali da abbinare.`,
    })
}

const lockDebts = (tx: Tx, { customer_id, account_id }: Movement, { targets }: Meant) => tx`
  select from bills where customer_id = ${customer_id} and account_id = ${account_id}
    and subject_id = any(${targets.map(({ subject_id }) => subject_id)}::bigint[])
  order by bill_id for update`

/** 409 while a payment of what the money is for is under way, unless the request confirms it. */
async function requireUnderWay(tx: Tx, { customer_id, account_id }: Movement, order: Meant): Promise<void> {
  const { targets, confirm_under_way } = order
  const named = targets.flatMap(({ bills = [] }) => bills.map(({ bill_id }) => bill_id))
  const oldest = targets.filter(({ bills }) => bills === undefined).map(({ subject_id }) => subject_id)
  const theirs = await tx<{ bill_id: number }[]>`
    select bill_id from bills where customer_id = ${customer_id} and account_id = ${account_id}
      and subject_id = any(${oldest}::bigint[]) and pending > 0`
  await requireUnderWayConfirmed(
    tx,
    { bill_ids: [...named, ...theirs.map(({ bill_id }) => bill_id)], confirm_under_way },
    [],
  )
}

/** 409 when the same money looks registered by hand already, unless the request confirms that it is other money. */
async function requireNoDuplicate(
  tx: Tx,
  movements: readonly Movement[],
  portions: readonly Portion[],
  { confirm_duplicate }: Order,
): Promise<void> {
  if (confirm_duplicate) return
  for (const { movement_id, subject_id, amount } of portions) {
    const movement = movements.find((each) => each.movement_id === movement_id) as Movement
    const { customer_id, account_id, booked_on: received_on } = movement
    const same = await sameCollections(tx, {
      customer_id,
      account_id,
      subject_id,
      amount,
      received_on,
      reference: null,
    })
    const linked = await tx<{ payment_id: number }[]>`
      select payment_id from movement_matches
      where payment_id = any(${same.map(({ payment_id }) => payment_id)}::bigint[]) and undone_at is null`
    const alike = same.filter((each) => !linked.some(({ payment_id }) => payment_id === each.payment_id))
    if (alike.length > 0) throw looksLikeDuplicate(alike)
  }
}
