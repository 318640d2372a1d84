import type { InsertSamples } from '../../testing/records.ts'

export const insertSamples: InsertSamples<'delegation'> = async (tx, { customer_id, subject_id, mark }) => {
  const whose = { customer_id, subject_id, created_by_name: mark }
  const payer = { delegate_name: mark, delegate_email: `paga-${mark.toLowerCase()}@example.it` }
  const [row] = await tx`
    insert into delegations ${tx({ ...whose, ...payer, state: 'invited', consent_by: 'owner', consent_on: '2026-09-15' })}
    returning delegation_id`
  return { delegation: row?.delegation_id as number }
}
