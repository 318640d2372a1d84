import type { JobHandler } from '../../jobs/jobs.ts'

/** How long a ZIP is kept (days): it holds the data of everybody, and can be made again. */
const kept = 30

/** Deletes old ZIPs. The row stays: who made it, and when. */
export const expireHandovers: JobHandler<'expire-handovers'> = async (services) => {
  const old = await services.asSystem(
    (tx) => tx<{ handover_id: number; file_path: string }[]>`
      select handover_id, file_path from handovers
      where file_path is not null and created_at < now() - make_interval(days => ${kept})
        and state not in ('writing', 'reading', 'taking') and not is_file_held(file_path)`,
  )
  for (const { handover_id, file_path } of old) {
    await services.files.delete(file_path)
    await services.asSystem(
      (tx) => tx`
        update handovers set file_path = null,
          state = case when direction = 'out' and state = 'done' then 'expired'
            when state = 'to_check' then 'discarded' else state end
        where handover_id = ${handover_id}`,
    )
  }
}
