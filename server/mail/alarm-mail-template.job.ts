import { emit } from '../events.ts'
import type { JobHandler } from '../jobs/jobs.ts'

/** Tells that a mail could not be written by its template; a job, because who writes mails may not write to the back office. */
export const alarmMailTemplate: JobHandler<'alarm-mail-template'> = (services, fault) =>
  services.asSystem((tx) => emit(services, tx, 'mail_template_faulted', fault))
