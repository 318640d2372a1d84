import type { JobHandler } from '../../jobs/jobs.ts'

/** Deletes the ZIPs whose 72 hours are over. The row stays: when it was made, and taken. */
export const expireDataExports: JobHandler<'expire-data-exports'> = async (services) => {
  const old = await services.asSystem(
    (tx) => tx<{ data_export_id: number; stored_as: string }[]>`
      select data_export_id, stored_as from data_exports
      where stored_as is not null and state <> 'writing' and expires_at <= now() order by data_export_id`,
  )
  for (const { data_export_id, stored_as } of old) {
    await services.files.delete(stored_as)
    await services.asSystem(
      (tx) => tx`
        update data_exports set stored_as = null, state = case state when 'done' then 'expired' else state end
        where data_export_id = ${data_export_id}`,
    )
  }
}
