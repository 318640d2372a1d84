import type { InsertSamples } from '../../testing/records.ts'

export const insertSamples: InsertSamples<'mandate'> = async (
  tx,
  { customer_id, account_id, subject_id, mark },
) => {
  const [row] = await tx`
    insert into mandates ${tx({
      ...{ customer_id, account_id, subject_id, provider_account: 'bank', state: 'active', signing: 'paper' },
      ...{ creditor_id: 'IT66ZZZA1B2C3D4E5F6G7H8', umr: `SAMPLE-${mark}`.slice(0, 35), debtor_name: mark },
      ...{ debtor_iban: 'IT60X0542811101000000123456', signed_on: '2026-01-10', text: mark },
      ...{ accepted_at: '2026-01-10T11:00:00Z', accepted_from: 'carta', accepted_with: mark },
    })} returning mandate_id`
  return { mandate: row?.mandate_id as number }
}
