import * as contract from '@saldo/contract/registry/merge-subjects'
import type { Tx } from '../../db/connection.ts'
import { recordAudit } from '../../db/record-audit.ts'
import { emit } from '../../events.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { actInNameOf } from '../../http/in-name-of.ts'
import { serveAcross } from '../../http/serve.ts'
import { moveAllReferences } from './merge-moves.sql.ts'
import { findPair, lockPair, type MergePair, type MergeSide, whyNoMerge } from './merge-pair.ts'
import { subjectDetail } from './subject-detail.ts'

const ids = ({ kept_id, merged_id }: { kept_id: number; merged_id: number }) => ({ kept_id, merged_id })

type Field = (typeof contract.mergeFields)[number]

/**
 * The caller must see both records; then the system moves what may be in every section, in one transaction in the
 * caller's name.
 */
export const mergeSubjects = serveAcross(contract.mergeSubjects, async ({ as, services, actor, body }) => {
  const { kept } = await as((tx) => findPair(tx, body))
  await services.asSystem(async (tx) => {
    await actInNameOf(tx, actor)
    await emit(services, tx, 'people_merging', { customer_id: kept.customer_id, ...ids(body) })
    const pair = await lockPair(tx, body)
    if (pair.kept.customer_id !== kept.customer_id) throw notFound('Una delle due persone')
    await tx`
      select from bills where customer_id = ${kept.customer_id} and subject_id = ${body.merged_id} order by bill_id for update`
    const [why] = await whyNoMerge(tx, pair)
    if (why) throw conflict('not_mergeable', why)
    await moveAllReferences(tx, pair)
    await leaveTombstone(tx, pair)
    await writeChosenValues(tx, pair, body.from_merged)
    await record(tx, pair)
  })
  return as((tx) => subjectDetail(tx, body.kept_id))
})

/** The merged record's number now refers to the kept person; so do the numbers of records merged into it earlier. */
async function leaveTombstone(tx: Tx, { kept, merged }: MergePair): Promise<void> {
  const { customer_id } = kept
  await tx`
    update subjects set merged_into = ${kept.subject_id}, updated_at = now()
    where customer_id = ${customer_id} and merged_into = ${merged.subject_id}`
  await tx`
    update subjects set merged_into = ${kept.subject_id}, merged_at = now(), fiscal_code = null, user_id = null,
      updated_at = now()
    where customer_id = ${customer_id} and subject_id = ${merged.subject_id}`
}

const addressParts = ['address', 'house_number', 'city', 'city_id', 'zip_code', 'prov'] as const

/** The chosen values, and those that the kept record lacks. */
async function writeChosenValues(
  tx: Tx,
  { kept, merged }: MergePair,
  chosen: readonly Field[],
): Promise<void> {
  const values: Partial<MergeSide> = { user_id: kept.user_id ?? merged.user_id }
  for (const field of contract.mergeFields) {
    if (!merged[field] || (kept[field] && !chosen.includes(field))) continue
    const parts = field === 'address' ? addressParts : ([field] as const)
    Object.assign(values, Object.fromEntries(parts.map((part) => [part, merged[part]])))
  }
  await tx`
    update subjects set ${tx(values)}, updated_at = now()
    where customer_id = ${kept.customer_id} and subject_id = ${kept.subject_id}`
}

/** Records the merge, with the merged record's values, on the kept record. */
async function record(tx: Tx, { kept, merged }: MergePair): Promise<void> {
  const { customer_id, subject_id: _id, user_id: _user, city_id: _city, ...said } = merged
  await recordAudit(tx, {
    ...{ customer_id, noun: 'subjects', record_id: kept.subject_id, label: kept.nominative, act: 'merged' },
    before: said,
  })
}
