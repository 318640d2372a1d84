import type { AuditedFieldOf, AuditedNoun } from '@saldo/domain/audit/audit-fields'
import type { AuditAct } from '@saldo/domain/audit/audit-words'
import type { Tx } from './connection.ts'

type Values<N extends AuditedNoun> = Partial<Record<AuditedFieldOf<N>, string | number | boolean | null>>
type Act<N extends AuditedNoun> = {
  /** Null: the back office's own. */
  customer_id: number | null
  account_id?: number | null
  noun: N
  record_id: number
  label?: string | null
  act: AuditAct
  before?: Values<N>
  after?: Values<N>
}

/**
 * Writes the line of an act that is not the change of one row; the triggers of keep_audit write all others. Its types
 * allow only acts and fields that have Italian words.
 */
export async function recordAudit<N extends AuditedNoun>(tx: Tx, line: Act<N>): Promise<void> {
  const { customer_id, account_id = null, noun, record_id, label = null, act, before, after } = line
  await tx`
    select audit(${customer_id}, ${account_id}, ${noun}, ${record_id}, ${label}, ${act},
      jsonb_strip_nulls(${before ? tx.json(before) : null}::jsonb), jsonb_strip_nulls(${after ? tx.json(after) : null}::jsonb))`
}
