import { isStuck } from '../stuck-attempts/stuck.ts'
import { judge, thresholds } from '../thresholds.ts'
import type { Check } from './check.ts'

const unknownAttempts: Check = {
  code: 'unknown_attempts',
  seconds: 15,
  look: async ({ services }) => {
    const methods = await services.asSystem(
      (tx) => tx<{ method: keyof typeof methodWords; count: number }[]>`
        select p.method, count(*)::int as count from payment_attempts t
        join payments p on p.customer_id = t.customer_id and p.payment_id = t.payment_id
        where ${isStuck(tx)} group by p.method order by count desc`,
    )
    const count = methods.reduce((sum, each) => sum + each.count, 0)
    return {
      state: judge(count, thresholds.unknown_attempts),
      figure: count,
      parts: methods.map((each) => ({ name: methodWords[each.method], figure: each.count, note: null })),
    }
  },
}
const methodWords = { CARD: 'Carta', KLARNA: 'Klarna', SEPA_DEBIT: 'Addebito SEPA' }

const unappliedEvents: Check = {
  code: 'unapplied_events',
  seconds: 10,
  look: async ({ services }) => {
    const types = await services.asSystem(
      (tx) => tx<{ type: string; count: number }[]>`
        select type, count(*)::int as count from provider_events
        where applied_at is null and received_at < now() - make_interval(secs => ${thresholds.events_grace})
        group by type order by count desc, type limit 20`,
    )
    const count = types.reduce((sum, each) => sum + each.count, 0)
    return {
      state: judge(count, thresholds.unapplied_events),
      figure: count,
      parts: types.map((each) => ({ name: each.type, figure: each.count, note: null })),
    }
  },
}

const webhookSilence: Check = {
  code: 'webhook_silence',
  seconds: 10,
  look: async ({ services }) => {
    // The oldest payment of a day that moved at the provider, of which no event has come since.
    const [row] = await services.asSystem(
      (tx) => tx<{ last: number | null; silent: number | null }[]>`
        select (select floor(extract(epoch from now() - max(received_at)))::int from provider_events) as last,
          floor(extract(epoch from now() - min(t.created_at)))::int as silent
        from payment_attempts t
        where t.provider_object is not null and t.provider_account <> 'bank' and t.confirm_started_at is not null
          and t.created_at > now() - interval '1 day'
          and not exists (
            select from provider_events e
            where e.provider_account = t.provider_account and e.received_at > t.created_at)`,
    )
    return { state: judge(row?.silent ?? 0, thresholds.webhook_silence), figure: row?.last ?? null }
  },
}

export const paymentChecks: readonly Check[] = [unknownAttempts, unappliedEvents, webhookSilence]
