import type { JobHandler } from '../../jobs/jobs.ts'
import { notifyRefusal } from './notify-refusal.ts'
import { flowBeingRead } from './read-flow.job.ts'

/** Reading a file has failed for good, for a reason of ours, and changed nothing. Whoever loaded it is told. */
export const giveUpFlow: JobHandler<'give-up-flow'> = async (services, { flow_id }) => {
  const stored = await flowBeingRead(services, flow_id)
  if (!stored) return
  const why =
    'Qualcosa non ha funzionato da parte nostra e non è stato registrato niente. Carica di nuovo il file.'
  await services.asSystem(async (tx) => {
    const [over] = await tx`
      update flows set state = 'refused', refusal = ${why}, finished_at = now()
      where flow_id = ${flow_id} and state = 'reading' returning flow_id`
    if (over) await notifyRefusal(services, tx, stored, { why, line: null })
  })
}
