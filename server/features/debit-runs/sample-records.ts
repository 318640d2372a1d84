import type { InsertSamples } from '../../testing/records.ts'

/** A mandate that the payer signed online, with a scan, and a run with a debit by it, of another instalment than the bill's own. */
export const insertSamples: InsertSamples<'mandate' | 'debit_run'> = async (
  tx,
  { services, customer_id, account_id, subject_id, bill_id, mark },
) => {
  const scan_path = `mandates/${bill_id}`
  await services.files.put(scan_path, `%PDF-1.4 ${mark}`)
  const creditor_id = 'IT66ZZZA1B2C3D4E5F6G7H8'
  const [mandate] = await tx`
    insert into mandates ${tx({
      ...{
        customer_id,
        account_id,
        subject_id,
        provider_account: 'bank',
        state: 'active',
        signing: 'online',
      },
      ...{ creditor_id, umr: `SAMPLE-${bill_id}`, debtor_name: mark, signed_on: '2026-01-10' },
      ...{ debtor_iban: 'IT60X0542811101000000123456', text: mark, accepted_at: '2026-01-10T11:00:00Z' },
      ...{ accepted_from: '203.0.113.7', accepted_with: mark, email: `${mark.toLowerCase()}@example.it` },
      ...{ scan_path, scan_name: `${mark}.pdf`, scan_mime: 'application/pdf' },
    })} returning mandate_id`
  const mandate_id = mandate?.mandate_id as number
  const collect_on = '2026-12-01'
  const [run] = await tx`
    insert into debit_runs ${tx({ customer_id, account_id, collect_on, creditor_id, format: 'pain.008.001.08' })}
    returning run_id`
  const run_id = run?.run_id as number
  await tx`
    insert into debits ${tx({
      ...{ customer_id, account_id, subject_id, bill_id, mandate_id, run_id, collect_on, sequence: 'RCUR' },
      ...{ instalment_ids: [nobodysInstalment], amount: 1000, end_to_end_id: `SALDO-${run_id}-1` },
    })}`
  return { mandate: mandate_id, debit_run: run_id }
}

const nobodysInstalment = 987_654_322
