import * as contract from '@saldo/contract/reports/receipts-export'
import type { Tx } from '../../db/connection.ts'
import { conflictIfNotUnique } from '../../db/unique-violation.ts'
import { ApiError, conflict, notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'

const columns = (tx: Tx) => tx`
  layout_id, name, columns, rows, separator, decimal, date_format, charset, updated_at`
const taken = { one_layout_of_a_name: { name: 'C’è già un tracciato con questo nome.' } }

export const listReceiptLayouts = serve(contract.listReceiptLayouts, async ({ tx }) => {
  const items = await tx<contract.SavedReceiptLayout[]>`
    select ${columns(tx)} from receipt_layouts order by fold(name), layout_id limit ${contract.layoutsAtMost}`
  return { items: [...items] }
})

export const createReceiptLayout = serve(contract.createReceiptLayout, async ({ tx, actor, body }) => {
  const { customer_id } = actor
  if (!customer_id) throw new ApiError(422, 'no_customer', 'Scegli prima per quale cliente lavori.')
  const [saved] = await tx<{ count: number }[]>`
    select count(*)::int as count from receipt_layouts where customer_id = ${customer_id}`
  if ((saved?.count ?? 0) >= contract.layoutsAtMost)
    throw conflict(
      'too_many_layouts',
      `Hai già ${contract.layoutsAtMost} tracciati: elimina quelli che non servono più.`,
    )
  const [row] = await conflictIfNotUnique(
    tx<contract.SavedReceiptLayout[]>`
      insert into receipt_layouts ${tx({ customer_id, ...stored(tx, body) })} returning ${columns(tx)}`,
    taken,
  )
  return row as contract.SavedReceiptLayout
})

export const updateReceiptLayout = serve(contract.updateReceiptLayout, async ({ tx, body }) => {
  const { layout_id, ...layout } = body
  const [row] = await conflictIfNotUnique(
    tx<contract.SavedReceiptLayout[]>`
      update receipt_layouts set ${tx(stored(tx, layout))} where layout_id = ${layout_id} returning ${columns(tx)}`,
    taken,
  )
  if (!row) throw notFound('Il tracciato')
  return row
})

/** Deletes the layout. Files that were made with it stay: a file keeps no link to it. */
export const deleteReceiptLayout = serve(contract.deleteReceiptLayout, async ({ tx, params }) => {
  const gone = await tx`delete from receipt_layouts where layout_id = ${params.id}`
  if (gone.count === 0) throw notFound('Il tracciato')
  return undefined
})

const stored = <Layout extends { columns: { column: string; header: string }[] }>(
  tx: Tx,
  layout: Layout,
) => ({
  ...layout,
  columns: tx.json(layout.columns) as never,
})
