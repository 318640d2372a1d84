import type { InsertSamples } from '../../testing/records.ts'

export const insertSamples: InsertSamples<'suppressed_address' | 'bounce'> = async (
  tx,
  { bill_id, mark },
) => {
  const address = `soppresso.${mark.toLowerCase()}.${bill_id}@example.it`
  const [suppressed] = await tx`
    insert into suppressed_addresses (address, cause, reason) values (${address}, 'hand', ${mark})
    returning suppressed_address_id`
  const [bounce] = await tx`
    insert into mail_bounces ${tx({ source: 'mailbox', event_key: `sample:${bill_id}`, kind: 'hard', recipient: address, said: mark, unmatched: 'no_reference' })}
    returning bounce_id`
  return {
    suppressed_address: suppressed?.suppressed_address_id as number,
    bounce: bounce?.bounce_id as number,
  }
}
