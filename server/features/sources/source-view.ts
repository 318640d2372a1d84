import type { PaymentSource } from '@saldo/contract/payments/sources'
import { declineSentence } from '@saldo/domain/payments/payment'
import { mandateLapsesOn } from '@saldo/domain/sepa/mandate'
import type { PendingQuery, Row } from 'postgres'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'

/** Sources that match the condition and are visible to the actor of `tx`: the default first, then the newest. */
export async function selectSources(tx: Tx, condition: PendingQuery<Row[]>): Promise<PaymentSource[]> {
  const rows = await tx`
    select s.source_id, coalesce(s.subject_id, 0) as owner_id, s.type, s.state, s.provider_account, s.brand, s.last4,
      s.exp_month, s.exp_year, s.holder, shown_addresses(s.email) as email, s.is_default, s.created_at, s.next_action_url, s.failure_code,
      to_jsonb(m) as mandate, to_jsonb(d) as planned
    from payment_sources s
    left join lateral (
      select mandate_id, state, umr, text, signed_on, accepted_at, accepted_from, last_used_at,
        coalesce((last_used_at at time zone 'Europe/Rome')::date, signed_on) as last_day,
        (select coalesce(json_agg(json_build_object('at', e.at, 'kind', e.kind, 'text', shown_addresses(e.text), 'actor', e.actor)
          order by e.event_id desc), '[]')
          from mandate_events e where e.customer_id = s.customer_id and e.mandate_id = m.mandate_id) as timeline
      from mandates m where m.customer_id = s.customer_id and m.source_id = s.source_id
      order by m.mandate_id desc limit 1
    ) m on true
    left join lateral (
      select count(*)::int as count, coalesce(sum(amount), 0)::bigint as amount, min(collect_on) as next_collect_on
      from debits d
      where d.customer_id = s.customer_id and d.source_id = s.source_id and d.state in ('planned', 'notified')
    ) d on true
    where ${condition}
    order by s.is_default desc, s.source_id desc`
  return rows.map(viewOf)
}

/** One source; 404 when it is not visible. */
export async function sourceView(tx: Tx, source_id: number): Promise<PaymentSource> {
  const [source] = await selectSources(tx, tx`s.source_id = ${source_id}`)
  if (!source) throw notFound('Questo metodo di pagamento')
  return source
}

function viewOf(row: Row): PaymentSource {
  const { next_action_url, failure_code, mandate, ...source } = row
  return {
    ...source,
    next_action: row.state === 'pending' && next_action_url ? { redirect_url: next_action_url } : null,
    failure_reason: row.state === 'failed' ? declineSentence(failure_code) : null,
    mandate: mandate && { ...mandate, lapses_on: mandateLapsesOn(mandate.last_day) },
  } as PaymentSource
}
