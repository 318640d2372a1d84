import { hashToken } from '../../http/actor.ts'
import type { InsertSamples } from '../../testing/records.ts'

export const insertSamples: InsertSamples<'certificate'> = async (
  tx,
  { customer_id, account_id, subject_id, bill_id, mark },
) => {
  const certified = tx.json({
    seed: mark,
    business_name: mark,
    account_name: `Condominio ${mark}`,
    subject_nominative: mark,
    residue: 0,
    overdue: 0,
    pending: 0,
    credit: 0,
    disputes: null,
    bills: [],
    units: [],
  })
  const code_hash = hashToken(`certificate ${mark} ${bill_id}`)
  const [row] = await tx`
    insert into certificates ${tx({ customer_id, account_id, subject_id, code_hash, as_of: '2026-09-15', certified, issuer: mark })}
    returning certificate_id`
  return { certificate: row?.certificate_id as number }
}
