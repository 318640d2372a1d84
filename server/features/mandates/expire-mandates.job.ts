import { mandateLapsesAfterMonths } from '@saldo/domain/sepa/mandate'
import type { Tx } from '../../db/connection.ts'
import { emit } from '../../events.ts'
import type { JobHandler } from '../../jobs/jobs.ts'
import type { Services } from '../../services.ts'
import { moveBankMandate } from './bank-mandate.ts'
import { moveMandate } from './source-mandate.ts'

const why = { text: 'Estinto: 36 mesi senza addebiti', actor: 'sistema' }
const reason = 'Il mandato è estinto.'

/** Every night: a mandate that was not used for 36 months ends, with its planned debits. */
export const expireMandates: JobHandler<'expire-mandates'> = (services) =>
  services.asSystem(async (tx) => {
    await expireOfSources(services, tx)
    await expireOfBank(services, tx)
  })

async function expireOfSources(services: Services, tx: Tx): Promise<void> {
  const lapsed = await tx`
    select m.source_id from mandates m
    join payment_sources s on s.source_id = m.source_id and s.type = 'sepa_debit'
    where m.state in ('active', 'suspended') and coalesce(m.last_used_at, m.accepted_at) < now() - interval '35 months'
      and coalesce((m.last_used_at at time zone 'Europe/Rome')::date, m.signed_on)
        + make_interval(months => ${mandateLapsesAfterMonths}) <= today()`
  for (const { source_id } of lapsed) {
    await moveMandate(tx, source_id, 'expired', why)
    await emit(services, tx, 'mandate_ended', { source_id, reason })
  }
}

async function expireOfBank(services: Services, tx: Tx): Promise<void> {
  const lapsed = await tx`
    select mandate_id from mandates
    where provider_account = 'bank' and state in ('active', 'suspended')
      and coalesce((last_used_at at time zone 'Europe/Rome')::date, signed_on)
        <= (today() - make_interval(months => ${mandateLapsesAfterMonths}))::date`
  for (const { mandate_id } of lapsed) {
    await moveBankMandate(tx, mandate_id, 'expired', why)
    await emit(services, tx, 'mandate_ended', { mandate_id, reason })
  }
}
