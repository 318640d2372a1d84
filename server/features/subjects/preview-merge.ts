import * as contract from '@saldo/contract/registry/merge-subjects'
import type { Tx } from '../../db/connection.ts'
import { serve } from '../../http/serve.ts'
import { countWhatMoves } from './merge-moves.sql.ts'
import { findPair, type MergeSide, whyNoMerge } from './merge-pair.ts'
import { subjectDetail } from './subject-detail.ts'

export const previewMerge = serve(contract.previewMerge, async ({ tx, body }) => {
  const pair = await findPair(tx, body)
  const { kept, merged } = pair
  return {
    kept: await subjectDetail(tx, kept.subject_id),
    merged: await subjectDetail(tx, merged.subject_id),
    differing: contract.mergeFields.filter((field) => differs(field, kept, merged)),
    moves: await movesOf(tx, merged),
    refusals: await whyNoMerge(tx, pair),
  }
})

function differs(field: (typeof contract.mergeFields)[number], kept: MergeSide, merged: MergeSide): boolean {
  if (!kept[field] || !merged[field]) return false
  if (field !== 'address') return kept[field] !== merged[field]
  const parts = ['address', 'house_number', 'city', 'zip_code', 'prov'] as const
  return parts.some((part) => kept[part] !== merged[part])
}

async function movesOf(tx: Tx, merged: MergeSide): Promise<contract.MergePreview['moves']> {
  const { customer_id, subject_id } = merged
  const tables = await countWhatMoves(tx, merged)
  const [sums] = await tx<{ sources: number; credit: number }[]>`
    select
      (select count(*)::int from payment_sources t
        where t.customer_id = ${customer_id} and t.subject_id = ${subject_id} and t.state = 'active') as sources,
      (select coalesce(sum(t.balance), 0)::int8 from subject_credits t
        where t.customer_id = ${customer_id} and t.subject_id = ${subject_id}) as credit`
  const rowsOf = (table: string) => tables[table] ?? 0
  return {
    bills: rowsOf('bills'),
    payments: rowsOf('payments'),
    debits: rowsOf('debits'),
    sources: sums?.sources ?? 0,
    mandates: rowsOf('mandates'),
    rights: rowsOf('right_holders'),
    documents: rowsOf('documents'),
    certificates: rowsOf('certificates'),
    credit: sums?.credit ?? 0,
    access: merged.user_id !== null,
    tables,
  }
}
