import type { Tx } from '../../../db/connection.ts'
import { thresholds } from '../thresholds.ts'

const { unanswered, CARD, KLARNA, SEPA_DEBIT } = thresholds.attempts

/**
 * Whether the attempt `t` of the payment `p` has had no outcome for longer than its way to pay takes. A bank answers by
 * file, on its own days, so its attempts are none of these.
 */
export const isStuck = (tx: Tx) => tx`
  t.provider_account <> 'bank' and (
    t.state in ('recorded', 'unknown') and t.created_at < now() - make_interval(secs => ${unanswered})
    or t.state in ('created', 'requires_action') and t.created_at < now() - make_interval(secs => ${CARD})
    or t.state = 'processing' and t.created_at < now() - make_interval(
      secs => case p.method when 'SEPA_DEBIT' then ${SEPA_DEBIT}::int when 'KLARNA' then ${KLARNA}::int else ${CARD}::int end))`
