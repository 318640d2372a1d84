import type { JobHandler } from '../../jobs/jobs.ts'
import { notifyCustomer, notifyUser } from '../messages/notify-users.ts'

/**
 * A run has failed for good: sent reminders stay sent. Tells the person who started it; for a nightly run the office.
 */
export const giveUpReminders: JobHandler<'give-up-reminders'> = (services, { run_id }) =>
  services.asSystem(async (tx) => {
    const [run] = await tx`
      update reminder_runs set state = 'stopped', finished_at = now() where run_id = ${run_id} and state = 'running'
      returning customer_id, created_by, night is not null as by_itself`
    if (!run) return
    const news = {
      kind: 'reminders',
      title: 'Solleciti partiti solo in parte',
      body: 'Qualcosa non ha funzionato e mi sono fermato: guarda quali sono partiti e riprova. Nessuno li riceve due volte.',
      link: '/solleciti',
    } as const
    if (run.by_itself) await notifyCustomer(services, tx, run.customer_id, news)
    else await notifyUser(services, tx, run.created_by, news)
  })
