import type { JobHandler } from '../../jobs/jobs.ts'

/** The ZIP could not be written: whoever asked for it sees so, and may ask again. What was written of it is deleted soon. */
export const giveUpDataExport: JobHandler<'give-up-data-export'> = async (services, { data_export_id }) => {
  await services.asSystem(
    (tx) => tx`
      update data_exports set state = 'failed', finished_at = now(), expires_at = now()
      where data_export_id = ${data_export_id} and state = 'writing'`,
  )
}
