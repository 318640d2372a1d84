import type { JobHandler } from '../../jobs/jobs.ts'

/** Writes down that impersonations have reached their limit; they have allowed nothing since then. */
export const endExpired: JobHandler<'end-expired-impersonations'> = (services) =>
  services.asSystem(async (tx) => {
    await tx`
      update impersonations set ended_at = until, ended_how = 'expired' where ended_at is null and until <= now()`
  })
