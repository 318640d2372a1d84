import type { JobHandler } from '../../../jobs/jobs.ts'
import { notifyUser } from '../../messages/notify-users.ts'

/** A run has failed for good: what it did stays, the rest is unchanged, and the person who started it is told. */
export const giveUpBillRun: JobHandler<'give-up-bill-run'> = (services, { run_id }) =>
  services.asSystem(async (tx) => {
    const [run] = await tx`
      update bill_runs set state = 'stopped', finished_at = now() where run_id = ${run_id} and state = 'running'
      returning created_by`
    if (run)
      await notifyUser(services, tx, run.created_by, {
        kind: 'bill_run',
        title: 'Bollette annullate solo in parte',
        body: 'Qualcosa non ha funzionato e mi sono fermato: guarda quali restano e riprova.',
        link: `/bollette/annullamenti/${run_id}`,
      })
  })
