import type { InsertSamples } from '../../testing/records.ts'

export const insertSamples: InsertSamples<'debit_run'> = async (tx, { customer_id, account_id }) => {
  const [row] = await tx`
    insert into debit_runs ${tx({
      ...{ customer_id, account_id, collect_on: '2026-12-01', format: 'pain.008.001.08' },
      creditor_id: 'IT66ZZZA1B2C3D4E5F6G7H8',
    })} returning run_id`
  return { debit_run: row?.run_id as number }
}
