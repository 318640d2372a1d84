import { type MovementState, movementCan } from '@saldo/domain/transfers/movement'
import type { Tx } from '../../db/connection.ts'
import { conflict, notFound } from '../../http/errors.ts'
import type { MovementToExplain } from '../flows/explanation.ts'

/** A movement as it is stored. In cents. */
export type Movement = MovementToExplain & {
  statement_id: number
  state: MovementState
  matched: number
  reason: string | null
  note: string | null
  by_hand_only: boolean
  maybe_known: boolean
}

const columns = (tx: Tx) => tx`
  movement_id, customer_id, account_id, statement_id, booked_on, value_on, amount, is_reversal, bank_reference,
  end_to_end_id, mandate_reference, batch_reference, reversed_reference, return_reason, structured_reference, text,
  bank_code, party_name, party_iban, party_fiscal_code, state, matched, reason, note, by_hand_only,
  maybe_known, 1 as item, 1 as items`

/** The movements with these ids, in the order of their ids; 404 if one is not visible. */
export async function readMovements(tx: Tx, ids: readonly number[]): Promise<Movement[]> {
  const found = await tx<Movement[]>`
    select ${columns(tx)} from bank_movements where movement_id = any(${[...ids]}::bigint[]) order by movement_id`
  if (found.length !== new Set(ids).size) throw notFound('Un movimento')
  return [...found]
}

export async function readMovement(tx: Tx, id: number): Promise<Movement> {
  const [movement] = await readMovements(tx, [id])
  return movement as Movement
}

/**
 * The same, locked. Bills are locked before movements, as a reversal does it, so an act that settles locks the bills first.
 */
export async function lockMovements(tx: Tx, ids: readonly number[]): Promise<Movement[]> {
  await tx`
    select from bank_movements where movement_id = any(${[...ids]}::bigint[]) order by movement_id for update`
  return readMovements(tx, ids)
}

/** Open movements of a condominium that somebody or something still has to match, `after` one, in the order of ids. */
export const openMovements = (
  tx: Tx,
  { customer_id, account_id, after }: { customer_id: number; account_id: number; after: number },
) => tx<Movement[]>`
  select ${columns(tx)} from bank_movements
  where customer_id = ${customer_id} and account_id = ${account_id} and state in ('to_match', 'to_explain')
    and movement_id > ${after}
  order by movement_id limit 200`

/** 409 with the reason unless the movement allows the act. */
export function requireMovementCan(act: 'match' | 'exclude' | 'include' | 'undo', { state }: Movement): void {
  const why = movementCan.why(act, { phase: state })
  if (why) throw conflict('wrong_state', why)
}

/** Adds a line to the history of a movement. */
export const recordMovementEvent = (
  tx: Tx,
  { customer_id, account_id, movement_id }: Pick<Movement, 'customer_id' | 'account_id' | 'movement_id'>,
  { text, actor }: { text: string; actor: string },
) => tx`
  insert into movement_events ${tx({ customer_id, account_id, movement_id, text, actor })}`

/** Reversals of a condominium whose movement was not found yet. */
export const openReversals = (
  tx: Tx,
  { customer_id, account_id }: { customer_id: number; account_id: number },
) => tx<Movement[]>`
  select ${columns(tx)} from bank_movements
  where customer_id = ${customer_id} and account_id = ${account_id} and state = 'to_explain' and is_reversal
    and amount < 0
  order by movement_id limit 200`
