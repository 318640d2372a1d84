import { type Held, whyUnderWay } from '@saldo/domain/payments/why-not-placed'
import type { Tx } from '../../../db/connection.ts'
import { conflict, notFound } from '../../../http/errors.ts'
import { heldMoney } from './held-money.ts'

/** What the office says a collection is for: bills or instalments; neither: all of these bills. */
type Purpose = {
  bill_ids?: readonly number[] | undefined
  instalment_ids?: readonly number[] | undefined
}

/**
 * Why the office must confirm money for these bills, as a sentence: a payment of them is under way, and if both arrive
 * the same instalment is collected twice. Null: it need not. Instalments that the office chose one by one count alone; if it chose none, all bills do.
 */
export async function whyConfirmUnderWay(
  tx: Tx,
  { bill_ids, instalment_ids }: Purpose,
  of_person: readonly number[],
): Promise<string | null> {
  const meant =
    instalment_ids && instalment_ids.length > 0
      ? await billsHeldAt(tx, instalment_ids)
      : (bill_ids ?? of_person)
  const held = (await heldMoney(tx, meant)).filter(({ because }) => because === 'pending')
  return held.length > 0 ? whyUnderWay(held as Held[]) : null
}

/** 409 while a payment of what the money is for is under way, unless the request confirms it. */
export async function requireUnderWayConfirmed(
  tx: Tx,
  purpose: Purpose & { confirm_under_way?: boolean | undefined },
  of_person: readonly number[],
): Promise<void> {
  const why = purpose.confirm_under_way ? null : await whyConfirmUnderWay(tx, purpose, of_person)
  if (why) throw conflict('payment_under_way', why, { confirm_under_way: why })
}

/** The bills of the instalments that a payment under way holds; 404 if one of the instalments is not visible. */
async function billsHeldAt(tx: Tx, instalment_ids: readonly number[]): Promise<number[]> {
  const found = await tx<{ instalment_id: number; bill_id: number; pending: number }[]>`
    select instalment_id, bill_id, pending from bill_instalments
    where instalment_id = any(${[...instalment_ids]}::bigint[])`
  const visible = new Set(found.map(({ instalment_id }) => instalment_id))
  if (instalment_ids.some((id) => !visible.has(id))) throw notFound('Una rata')
  return [...new Set(found.filter(({ pending }) => pending > 0).map(({ bill_id }) => bill_id))]
}
