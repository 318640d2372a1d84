import {
  legalRates,
  missingLegalYear,
  type RatePeriod,
  whyNoLegalRate,
} from '@saldo/domain/arrears/legal-rates'
import { today } from '@saldo/domain/dates'
import type { JobHandler } from '../../jobs/jobs.ts'
import type { Services } from '../../services.ts'
import { notifyBackOffice } from '../messages/notify-users.ts'

/** Every night: warns the back office when a legal rate is missing. */
export const alarmMissingRate: JobHandler<'alarm-missing-rate'> = (services) =>
  alarmMissingRateOn(services, today())

/**
 * Today's legal rate must always be in the table, and next year's from 15 December on. Warns the back office once about
 * next year, and once more if that year has begun without a rate.
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
    notifyBackOffice(services, tx, {
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
