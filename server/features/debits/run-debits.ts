import type { SequenceType } from '@saldo/domain/sepa/sequence-type'
import type { Tx } from '../../db/connection.ts'

/* The debits of a run, which go to the condominium's bank by file. The section debit-runs decides; these write. */

export type NewRunDebit = {
  customer_id: number
  account_id: number
  run_id: number
  bill_id: number
  subject_id: number
  mandate_id: number
  instalment_ids: number[]
  amount: number
  collect_on: string
  sequence: SequenceType
  tries: number
  retry_of: number | null
  debtor_iban: string
  created_by: number | null
  state: 'planned' | 'notified' | 'started'
  notified_at: string | null
  /** Null: a new one. */
  end_to_end_id: string | null
  block_id?: string
  payment_id?: number
}

/** A debit without a reference gets one by its run and its place in it. */
export async function insertRunDebits(tx: Tx, debits: readonly NewRunDebit[]): Promise<void> {
  const rows = debits.map((debit, at) => ({
    ...{ block_id: null, payment_id: null, ...debit },
    end_to_end_id: debit.end_to_end_id ?? `SALDO-${debit.run_id}-${at + 1}`,
  }))
  for (let at = 0; at < rows.length; at += 1000) await tx`insert into debits ${tx(rows.slice(at, at + 1000))}`
}

/** Remembers the mail that announces the debit. */
export async function setNotice(tx: Tx, debit_id: number, notice_key: string): Promise<void> {
  await tx`update debits set notice_key = ${notice_key} where debit_id = ${debit_id} and state = 'planned'`
}

/**
 * Debits whose notice has left are announced, from the moment it left. Those whose notice cannot arrive are cancelled: the
 * mailbox does not exist, or the payer has no address any more. Of one run, or (null) of all. As the system: others see no
 * mails.
 */
export async function noteNotices(tx: Tx, run_id: number | null): Promise<void> {
  const ofRun = run_id === null ? tx`d.run_id is not null` : tx`d.run_id = ${run_id}`
  await tx`
    update debits d set state = 'notified', notified_at = coalesce(e.sent_at, e.kept_at)
    from emails e
    where ${ofRun} and d.state = 'planned' and e.dedupe_key = d.notice_key
      and coalesce(e.sent_at, e.kept_at) is not null and e.undelivered_at is null`
  await tx`
    update debits d set state = 'cancelled', cancel_reason = 'Il preavviso non si può recapitare.'
    from subjects s
    where ${ofRun} and d.state = 'planned' and s.customer_id = d.customer_id and s.subject_id = d.subject_id
      and (exists (select from emails e where e.dedupe_key = d.notice_key and e.undelivered_at is not null)
        or (d.notice_key is null and s.email is null))`
}

/**
 * The file has the debits: from now on they are under way. Call it before their payments are opened, because opening one
 * cancels what is only planned for its instalments.
 */
export async function startRunDebits(
  tx: Tx,
  debits: readonly { debit_id: number; block_id: string; debtor_iban: string }[],
): Promise<void> {
  await tx`
    update debits d set state = 'started', block_id = c.block_id, debtor_iban = c.debtor_iban
    from unnest(${debits.map(({ debit_id }) => debit_id)}::bigint[], ${debits.map(({ block_id }) => block_id)}::text[],
      ${debits.map(({ debtor_iban }) => debtor_iban)}::text[]) as c (debit_id, block_id, debtor_iban)
    where d.debit_id = c.debit_id`
}

/** The payments of started debits, in the same order. */
export async function setPayments(
  tx: Tx,
  debit_ids: readonly number[],
  payment_ids: readonly number[],
): Promise<void> {
  await tx`
    update debits d set payment_id = c.payment_id
    from unnest(${[...debit_ids]}::bigint[], ${[...payment_ids]}::bigint[]) as c (debit_id, payment_id)
    where d.debit_id = c.debit_id`
}

/** Cancels debits that were not presented. */
export async function cancelRunDebits(tx: Tx, debit_ids: readonly number[], reason: string): Promise<void> {
  await tx`
    update debits set state = 'cancelled', cancel_reason = ${reason}
    where debit_id = any(${[...debit_ids]}::bigint[]) and state in ('planned', 'notified')`
}

/** What said that these debits had arrived: `movement:12` of a statement, or `hand`. */
export async function noteSettledBy(tx: Tx, debit_ids: readonly number[], settled_by: string): Promise<void> {
  await tx`update debits set settled_by = ${settled_by} where debit_id = any(${[...debit_ids]}::bigint[])`
}
