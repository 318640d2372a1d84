import { emit } from '../events.ts'
import type { JobHandler } from '../jobs/jobs.ts'
import { knownForDays } from './known-devices.ts'

/** Deletes expired tokens and challenges, old failed attempts, devices unused for long, and sessions without tokens. */
export const deleteExpired: JobHandler<'forget-expired'> = (services) =>
  services.asSystem(async (tx) => {
    await tx`delete from access_tokens where expires_at < now()`
    await tx`delete from refresh_tokens where expires_at < now()`
    await tx`delete from spent_challenges where expires_at < now()`
    await tx`delete from one_time_tokens where expires_at < now()`
    await tx`delete from one_time_codes where expires_at < now() - interval '30 days'`
    await tx`delete from sign_in_failures where last_at < now() - interval '1 hour'`
    await tx`delete from known_devices where used_at < now() - make_interval(days => ${knownForDays})`
    await tx`
      delete from sessions s
      where not exists (select from access_tokens t where t.session_id = s.session_id)
        and not exists (select from refresh_tokens t where t.session_id = s.session_id)`
    await emit(services, tx, 'expired_forgotten', {})
  })
