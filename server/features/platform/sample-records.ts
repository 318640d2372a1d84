import type { InsertSamples } from '../../testing/records.ts'

/** Far in the future, so that it keeps nobody out. */
const period = { starts_at: '2090-01-01T08:00:00Z', until: '2090-01-01T10:00:00Z' }

export const insertSamples: InsertSamples<'maintenance' | 'announcement'> = async (
  tx,
  { customer_id, mark },
) => {
  const [maintenance] = await tx`
    insert into maintenances ${tx({ ...period, audience: 'office', of_customer_id: customer_id, covers: mark, reason: `Prova di ${mark}`, opened_by_name: mark })}
    returning maintenance_id`
  // Shown now to the people of this office, and to the back office.
  const [announcement] = await tx`
    insert into announcements (title, text, level, audience, all_offices, starts_at, until, created_by_name)
    values ('Avviso', 'Prova', 'information', '{administrators,stores,residents,back_office}', false,
      now() - interval '1 minute', now() + interval '1 day', 'Prova')
    returning announcement_id`
  await tx`
    insert into announcement_offices (announcement_id, of_customer_id)
    values (${announcement?.announcement_id}, ${customer_id})`
  return {
    maintenance: maintenance?.maintenance_id as number,
    announcement: announcement?.announcement_id as number,
  }
}
