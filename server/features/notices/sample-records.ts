import type { InsertSamples } from '../../testing/records.ts'

export const insertSamples: InsertSamples<'notice'> = async (
  tx,
  { customer_id, account_id, subject_id, bill_id, mark },
) => {
  const [row] = await tx`
    insert into notices ${tx({ customer_id, account_id, subject_id, bill_id, kind: 'mav', creditor_number: `M${bill_id}`, amount: 1000, due_on: '2026-10-31', state: 'expired', actor: mark })}
    returning notice_id`
  return { notice: row?.notice_id as number }
}
