import { whyNotReceivedOn } from '@saldo/domain/accounting/registration-dates'
import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { customerCodesOf } from '@saldo/domain/postal/customer-code'
import type { Share } from '@saldo/domain/transfers/known-facts'
import { type MatchWay, matchWayLabels } from '@saldo/domain/transfers/movement'
import { namedInstalments, writtenReferences } from '@saldo/domain/transfers/written-references'
import { closedBeyond } from '../../db/closed-period.ts'
import type { Tx } from '../../db/connection.ts'
import { conflict } from '../../http/errors.ts'
import { noKey, type RequestKey } from '../../http/idempotency-key.ts'
import type { Services } from '../../services.ts'
import { actorName } from '../../timeline/actor-name.ts'
import type { Part } from '../bills/money/instalment-money.ts'
import { type DebtsPlan, planDebts } from '../payments/collect/plan-collection.ts'
import { settleCollection } from '../payments/collect/settle-collection.ts'
import { lockMovements, type Movement, recordMovementEvent, requireMovementCan } from './movement.ts'

/**
 * One person's part of a movement's money. `bills`: what it settles, the rest is credit; left out: the oldest debts.
 * `named`: the bills that the payer named, also where nothing of them is due.
 */
export type PersonPart = {
  subject_id: number
  amount: number
  bills?: readonly Share[]
  named?: readonly number[]
}

export type How = {
  way: MatchWay
  reasons: readonly string[]
  created_by: number | null
  key?: RequestKey
}

/** Why nothing may be registered on the movement's day, as a sentence; null if it may. */
export async function whyNotOnItsDay(tx: Tx, movement: Movement): Promise<string | null> {
  const { booked_on } = movement
  const wrong = whyNotReceivedOn(booked_on)
  if (wrong) return wrong
  const closed_to = await closedBeyond(tx, movement, booked_on)
  return closed_to === null
    ? null
    : `Il ${formatDate(booked_on)} è in un periodo chiuso (i conti sono chiusi fino al ${formatDate(closed_to)}): non è stato registrato.`
}

/**
 * Registers one collection for each person's part of a movement, received on the day on which the bank booked it, and says
 * so on the movement. Locks the bills of all these people before the movement, in the order of ids. 409 if it was matched
 * meanwhile, or if more is settled than is due now. Returns the ids of the collections.
 */
export async function settleMovement(
  services: Services,
  tx: Tx,
  { movement_id, customer_id, account_id }: Movement,
  parts: readonly PersonPart[],
  how: How,
): Promise<number[]> {
  const subjects = parts.map(({ subject_id }) => subject_id)
  await tx`
    select from bills where customer_id = ${customer_id} and account_id = ${account_id}
      and subject_id = any(${subjects}::bigint[])
    order by bill_id for update`
  const [movement] = (await lockMovements(tx, [movement_id])) as [Movement]
  requireMovementCan('match', movement)
  const total = parts.reduce((sum, { amount }) => sum + amount, 0)
  if (movement.matched + total > movement.amount)
    throw conflict(
      'more_than_came',
      `Di questo movimento restano ${formatEuro(movement.amount - movement.matched)}: ${formatEuro(total)} sono troppi.`,
    )
  const actor = await actorName(tx)
  const payment_ids: number[] = []
  let settles = movement.matched > 0
  for (const part of parts) {
    const { plan, parts: settled } = await planOf(tx, movement, part)
    settles ||= settled.length > 0
    const surplus = part.amount - settled.reduce((sum, { amount }) => sum + amount, 0)
    const payment_id = await settleCollection(
      services,
      tx,
      {
        ...{ customer_id, email: plan.email, parts: settled, surplus },
        bill_id: settled[0]?.bill_id ?? part.named?.[0] ?? plan.bill_id,
        rule: part.bills ? (how.way === 'automatic' ? 'named' : 'manual') : plan.rule,
      },
      {
        ...{ account_id, subject_id: part.subject_id, amount: part.amount, method: methodOf(movement, part) },
        ...{ received_on: movement.booked_on, reference: referenceOf(movement), note: null },
        ...{ ...noKey, created_by: how.created_by },
      },
    )
    payment_ids.push(payment_id)
    await insertMatch(tx, movement, { payment_id, amount: part.amount, actor }, how)
  }
  await markMatched(tx, movement, { matched: movement.matched + total, settles }, how.reasons.join(' '))
  const collections = payment_ids.map((id) => `PG-${id}`).join(', ')
  await recordMovementEvent(tx, movement, {
    text: `${matchWayLabels[how.way]}: registrati ${formatEuro(total)} come ${collections}`,
    actor,
  })
  return payment_ids
}

export const insertMatch = (
  tx: Tx,
  { customer_id, account_id, movement_id }: Movement,
  { payment_id, amount, actor }: { payment_id: number; amount: number; actor: string },
  { way, reasons, created_by, key = noKey }: How,
) => tx`
  insert into movement_matches ${tx({
    ...{
      customer_id,
      account_id,
      movement_id,
      payment_id,
      amount,
      way,
      reasons: [...reasons],
      actor,
      created_by,
    },
    ...key,
  })}`

/** `settles`: the money settles bills; else all of it is credit. */
export const markMatched = (
  tx: Tx,
  { movement_id, amount }: Movement,
  { matched, settles }: { matched: number; settles: boolean },
  reason: string | null,
) => tx`
  update bank_movements set matched = ${matched},
    state = ${matched < amount ? 'partly' : settles ? 'matched' : 'credited'}, reason = ${reason},
    proposals = '[]', first_choice = false, proposed = null
  where movement_id = ${movement_id}`

/**
 * The instalments that a part settles, checked against what is due now; the bills are locked. Of a bill, first the instalments
 * whose references the payer quoted, then the oldest.
 */
async function planOf(
  tx: Tx,
  movement: Movement,
  { subject_id, amount, bills }: PersonPart,
): Promise<{ plan: DebtsPlan; parts: Part[] }> {
  const { account_id } = movement
  const references = writtenReferences(movement)
  const plan = await planDebts(tx, {
    ...{ account_id, subject_id, amount },
    ...(bills ? { bill_ids: bills.map(({ bill_id }) => bill_id) } : {}),
  })
  if (!bills) return { plan, parts: plan.parts }
  const parts = bills.flatMap(({ bill_id, amount: share }): Part[] => {
    let left = share
    const open = plan.open.filter((each) => each.bill_id === bill_id)
    const named = namedInstalments(references, open[0]?.bill_number ?? '')
    const settled = [
      ...named.flatMap((position) => open.filter((each) => each.position === position)),
      ...open.filter(({ position }) => !named.includes(position)),
    ].flatMap(({ instalment_id, still_due }): Part[] => {
      const cents = Math.min(left, still_due)
      left -= cents
      return cents > 0 ? [{ bill_id, instalment_id, amount: cents }] : []
    })
    if (left > 0)
      throw conflict(
        'more_than_due',
        `Di una bolletta ora si possono registrare solo ${formatEuro(share - left)} e non ${formatEuro(share)}: nel frattempo è cambiato qualcosa.`,
      )
    return settled
  })
  return { plan, parts }
}

/** A postal slip if the movement has the customer code of one of the part's bills, else a transfer. */
function methodOf(movement: Movement, { bills, named }: PersonPart): 'POSTAL_SLIP' | 'BANK_TRANSFER' {
  const codes = [...(bills ?? []).map(({ bill_id }) => bill_id), ...(named ?? [])].flatMap((bill_id) =>
    customerCodesOf({ bill_id, account_id: movement.account_id }),
  )
  const isSlip = writtenReferences(movement).some(({ kind, key }) => kind === 'slip' && codes.includes(key))
  return isSlip ? 'POSTAL_SLIP' : 'BANK_TRANSFER'
}

/** What the bank says of the transfer, as a collection by hand has it. */
const referenceOf = ({ structured_reference, text, bank_reference }: Movement): string | null =>
  (structured_reference ?? (text || bank_reference))?.trim().slice(0, 140) || null
