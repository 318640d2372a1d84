import type { InsertSamples } from '../../testing/records.ts'

/** Far in the future, so that they keep nobody out and are shown to nobody. */
const period = { starts_at: '2090-01-01T08:00:00Z', until: '2090-01-01T10:00:00Z' }

export const insertSamples: InsertSamples<'maintenance' | 'announcement'> = async (
  tx,
  { customer_id, mark },
) => {
  const [maintenance] = await tx`
    insert into maintenances ${tx({ ...period, audience: 'office', of_customer_id: customer_id, covers: mark, reason: `Prova di ${mark}`, opened_by_name: mark })}
    returning maintenance_id`
  const [announcement] = await tx`
    insert into announcements (title, text, level, audience, all_offices, starts_at, until, created_by_name)
    values (${`Avviso ${mark}`}, 'Prova', 'information', '{administrators}', true, ${period.starts_at}, ${period.until}, ${mark})
    returning announcement_id`
  return {
    maintenance: maintenance?.maintenance_id as number,
    announcement: announcement?.announcement_id as number,
  }
}
