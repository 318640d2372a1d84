import type { JobHandler } from '../../jobs/jobs.ts'
import { failHandover } from './write-handover.job.ts'

/** Writing, reading or taking over has failed for good, for a reason of ours; nothing was changed. */
export const giveUpHandover: JobHandler<'give-up-handover'> = async (services, { handover_id }) => {
  await failHandover(
    services,
    handover_id,
    'Qualcosa non ha funzionato da parte nostra, e non è stato scritto niente. Prova di nuovo.',
  )
}
