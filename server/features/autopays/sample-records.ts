import type { InsertSamples } from '../../testing/records.ts'

/** An autopay from a saved account of the person. */
export const insertSamples: InsertSamples<'autopay'> = async (tx, owner) => {
  const { customer_id, account_id, subject_id, bill_id, mark } = owner
  const whose = { customer_id, subject_id, provider_account: 'stripe', email: `${mark}@example.it` }
  const [source] = await tx`
    insert into payment_sources ${tx({ ...whose, type: 'sepa_debit', state: 'active', holder: mark, last4: '0001', provider_customer: `cus_auto_${bill_id}`, provider_method: `pm_auto_${bill_id}` })}
    returning source_id`
  const [autopay] = await tx`
    insert into autopays ${tx({ customer_id, account_id, subject_id, source_id: source?.source_id, starts_on: '2090-01-01' })}
    returning autopay_id`
  return { autopay: autopay?.autopay_id as number }
}
