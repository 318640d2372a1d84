import type { ReconciliationItem } from '@saldo/contract/reports/reconciliation'
import { type ItemAction, itemActions } from '@saldo/domain/accounting/reconciliation'
import type { Tx } from '../../db/connection.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { itemsList } from './items-list.ts'

export type Item = ReconciliationItem & { opened: number }

/** The item in the contract's format; 404 when it is not visible to the actor. */
export async function viewItem(tx: Tx, item_id: number): Promise<ReconciliationItem> {
  const [item] = await tx<ReconciliationItem[]>`
    select ${itemsList.select(tx)} from ${itemsList.from(tx)} where i.item_id = ${item_id}`
  if (!item) throw notFound('La voce')
  return item
}

/** Locks the item for an act on it and reads it. */
export async function lockItem(tx: Tx, item_id: number): Promise<Item> {
  const [locked] = await tx`select opened from reconciliation_items where item_id = ${item_id} for update`
  if (!locked) throw notFound('La voce')
  return { ...(await viewItem(tx, item_id)), opened: locked.opened }
}

/** 409 unless the item's state allows the act. */
export function mustAllow(item: Item, action: ItemAction): void {
  if (itemActions(item).includes(action)) return
  if (item.state === 'open') throw conflict('not_for_this', 'Per questa voce serve un’altra azione.')
  throw conflict('not_open', item.state === 'explained' ? 'È già spiegata.' : 'È già risolta.')
}
