import type { BillSelection } from '@saldo/contract/bills/bill-runs'
import type { Tx } from '../../../db/connection.ts'
import { summaryOf } from '../../../db/listing.ts'
import { ApiError, badInput, conflict, notFound } from '../../../http/errors.ts'
import { billsList, readBillsQuery } from '../bills-list.ts'

/**
 * The bills of a selection in the order of their keys, with their customer. 404 unless the actor sees each named bill;
 * 409 when a query finds another number than the person confirmed; 422 when they belong to several customers.
 */
export async function selectedBills(
  tx: Tx,
  of: BillSelection,
): Promise<{ customer_id: number; bill_ids: number[] }> {
  const named = of.ids && [...new Set(of.ids)]
  const left_out = new Set(of.except)
  const query = named ? { ids: named } : queryOf(of.where ?? '')
  const { ids, customers } = await summaryOf(
    tx,
    billsList,
    query,
    (of) => of`
      coalesce(array_agg(b.bill_id order by b.bill_id), '{}') as ids,
      coalesce(array_agg(distinct b.customer_id), '{}') as customers`,
  )
  const bill_ids = (ids as number[]).filter((id) => !left_out.has(id))
  if (named && ids.length < named.length) throw notFound('Una delle bollette')
  if (!named && bill_ids.length !== of.count) throw changedMeanwhile(bill_ids.length)
  if (customers.length > 1)
    throw new ApiError(422, 'several_customers', 'Scegli bollette di un solo cliente.')
  if (bill_ids.length === 0) throw badInput({ ids: 'Non è rimasta nessuna bolletta.' })
  return { customer_id: customers[0], bill_ids }
}

function queryOf(where: string) {
  const query = readBillsQuery(where)
  if (!query) throw badInput({ where: 'Questo filtro non si capisce: scegli di nuovo le bollette.' })
  return query
}

const changedMeanwhile = (now: number) =>
  conflict(
    'selection_changed',
    now === 1
      ? 'Nel frattempo la bolletta è rimasta una sola: ricontrolla la selezione.'
      : `Nel frattempo le bollette sono diventate ${grouped.format(now)}: ricontrolla la selezione.`,
  )

const grouped = new Intl.NumberFormat('it-IT', { useGrouping: 'always' })
