import { today } from '@saldo/domain/dates'
import { legalRates, missingLegalYear, type RatePeriod, whyNoLegalRate } from '@saldo/domain/legal-rates'
import type { JobHandler } from '../../jobs/jobs.ts'
import type { Services } from '../../services.ts'
import { tellBackOffice } from '../messages/tell-users.ts'

/** Tells the back office, every night, when a rate of law is wanting. */
export const alarmMissingRate: JobHandler<'alarm-missing-rate'> = (services) =>
  alarmMissingRateOn(services, today())

/**
 * From 15 December the next year's legal rate should be in the table, and today's always: the back office is told once of
 * the year to come, and once more when that year has begun without it.
 */
export async function alarmMissingRateOn(
  services: Services,
  day: string,
  rates: readonly RatePeriod[] = legalRates,
): Promise<void> {
  const year = missingLegalYear(day, rates)
  if (year === null) return
  const begun = day >= `${year}-01-01`
  await services.asSystem((tx) =>
    tellBackOffice(services, tx, {
      kind: 'legal_rate',
      title: `Manca il saggio legale del ${year}`,
      body: begun
        ? `${whyNoLegalRate(`${year}-01-01`, rates)} Serve la riga del ${year} con il suo decreto.`
        : `Dal 1° gennaio ${year} gli interessi di mora al saggio legale non si calcolano: serve la riga del ${year} con il suo decreto. Se entro il 15 dicembre non ne è uscito uno, il saggio resta quello di prima (art. 1284 c.c.) e va scritto così.`,
      link: '/messaggi',
      dedupe_key: `legal-rate-${begun ? 'missing' : 'due'}:${year}`,
    }),
  )
}
