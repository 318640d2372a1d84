import type { JobHandler } from '../../jobs/jobs.ts'
import type { Services } from '../../services.ts'

type Old = { data_export_id: number; stored_as: string }

/** Deletes the ZIPs whose 72 hours are over; one that cannot be deleted now waits for the next hour and stops no other. */
export const expireDataExports: JobHandler<'expire-data-exports'> = async (services) => {
  const old = await services.asSystem(
    (tx) => tx<Old[]>`
      select data_export_id, stored_as from data_exports
      where stored_as is not null and state <> 'writing' and expires_at <= now() order by data_export_id`,
  )
  for (const each of old)
    await remove(services, each).catch((error: unknown) =>
      services.log.error(
        { err: error, data_export_id: each.data_export_id },
        'the copy of a resident’s data cannot be deleted',
      ),
    )
}

/** The row stays: when it was made, and taken. */
async function remove(services: Services, { data_export_id, stored_as }: Old): Promise<void> {
  await services.files.delete(stored_as)
  await services.asSystem(
    (tx) => tx`
      update data_exports set stored_as = null, state = case state when 'done' then 'expired' else state end
      where data_export_id = ${data_export_id}`,
  )
}
