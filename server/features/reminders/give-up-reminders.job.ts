import type { JobHandler } from '../../jobs/jobs.ts'
import { tellCustomer, tellUser } from '../messages/tell-users.ts'

/** A run has failed for good: what was sent stays sent, and whoever began it is told; of a nightly one the office. */
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
    if (run.by_itself) await tellCustomer(services, tx, run.customer_id, news)
    else await tellUser(services, tx, run.created_by, news)
  })
