import type { JobHandler } from '../../jobs/jobs.ts'
import { notifyCustomer, notifyUser } from '../messages/notify-users.ts'

/**
 * A run has failed for good: sent letters stay sent, the others are cancelled and can be prepared again. Tells the person
 * who started it; for a nightly run the office.
 */
export const giveUpReminders: JobHandler<'give-up-reminders'> = (services, { run_id }) =>
  services.asSystem(async (tx) => {
    const [run] = await tx`
      update reminder_runs set state = 'stopped', finished_at = now()
      where run_id = ${run_id} and state in ('waiting', 'running')
      returning customer_id, created_by, night is not null as by_itself`
    if (!run) return
    await tx`
      update reminders set state = 'cancelled'
      where customer_id = ${run.customer_id} and run_id = ${run_id} and state = 'leaving'`
    const news = {
      kind: 'reminders',
      title: 'Solleciti partiti solo in parte',
      body: 'L’invio si è interrotto: guarda quali solleciti sono partiti e invia gli altri. Nessuno li riceve due volte.',
      link: '/solleciti',
    } as const
    if (run.by_itself) await notifyCustomer(services, tx, run.customer_id, news)
    else await notifyUser(services, tx, run.created_by, news)
  })
