import { mandateLapsesAfterMonths } from '@saldo/domain/sepa/mandate'
import { emit } from '../../events.ts'
import type { JobHandler } from '../../jobs/jobs.ts'
import { moveMandate } from './source-mandate.ts'

/** Every night: a mandate that was not used for 36 months ends, with its planned debits. */
export const expireMandates: JobHandler<'expire-mandates'> = (services) =>
  services.asSystem(async (tx) => {
    const lapsed = await tx`
      select m.source_id from mandates m
      join payment_sources s on s.source_id = m.source_id and s.type = 'sepa_debit'
      where m.state in ('active', 'suspended') and coalesce(m.last_used_at, m.accepted_at) < now() - interval '35 months'
        and coalesce((m.last_used_at at time zone 'Europe/Rome')::date, m.signed_on)
          + make_interval(months => ${mandateLapsesAfterMonths}) <= today()`
    for (const { source_id } of lapsed) {
      await moveMandate(tx, source_id, 'expired', {
        text: 'Estinto: 36 mesi senza addebiti',
        actor: 'sistema',
      })
      await emit(services, tx, 'mandate_ended', { source_id, reason: 'Il mandato è estinto.' })
    }
  })
