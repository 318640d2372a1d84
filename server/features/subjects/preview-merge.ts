import * as contract from '@saldo/contract/merge-subjects'
import type { Tx } from '../../db/connection.ts'
import { serve } from '../../http/serve.ts'
import { findPair, type MergeSide, whyNoMerge } from './merge-pair.ts'
import { subjectDetail } from './subject-detail.ts'

export const previewMerge = serve(contract.previewMerge, async ({ tx, body }) => {
  const pair = await findPair(tx, body)
  const { kept, merged } = pair
  return {
    kept: await subjectDetail(tx, kept.subject_id),
    merged: await subjectDetail(tx, merged.subject_id),
    differing: contract.mergeFields.filter((field) => differs(field, kept, merged)),
    moves: { ...(await movesOf(tx, merged)), access: merged.user_id !== null },
    refusals: await whyNoMerge(tx, pair),
  }
})

function differs(field: (typeof contract.mergeFields)[number], kept: MergeSide, merged: MergeSide): boolean {
  if (!kept[field] || !merged[field]) return false
  if (field !== 'address') return kept[field] !== merged[field]
  const parts = ['address', 'house_number', 'city', 'zip_code', 'prov'] as const
  return parts.some((part) => kept[part] !== merged[part])
}

async function movesOf(tx: Tx, { customer_id, subject_id }: MergeSide) {
  const of = (table: string) => tx`
    (select count(*)::int from ${tx(table)} t where t.customer_id = ${customer_id} and t.subject_id = ${subject_id})`
  const [moves] = await tx<Omit<contract.MergePreview['moves'], 'access'>[]>`
    select ${of('bills')} as bills, ${of('payments')} as payments, ${of('debits')} as debits,
      (select count(*)::int from payment_sources t
        where t.customer_id = ${customer_id} and t.subject_id = ${subject_id} and t.state = 'active') as sources,
      ${of('mandates')} as mandates, ${of('right_holders')} as rights, ${of('documents')} as documents,
      ${of('certificates')} as certificates,
      (select coalesce(sum(t.balance), 0)::int8 from subject_credits t
        where t.customer_id = ${customer_id} and t.subject_id = ${subject_id}) as credit`
  return moves as Omit<contract.MergePreview['moves'], 'access'>
}
