import type { SourceType } from '@saldo/contract/payments/sources'
import type { Tx } from '../../db/connection.ts'
import { type RequestKey, requireSameRequest } from '../../http/idempotency-key.ts'
import type { ProviderAccount } from '../../provider/providers.ts'
import type { Owner } from './owner.ts'

/** A source with what the provider needs to know. */
export type SourceToAsk = {
  source_id: number
  customer_id: number
  subject_id: number | null
  provider_account: ProviderAccount
  type: SourceType
  state: 'draft' | 'pending' | 'active' | 'removing' | 'removed' | 'failed'
  provider_setup: string | null
  provider_method: string | null
  email: string
  holder: string | null
  failure_code: string | null
  /** The address from which the mandate was accepted, and the browser (`agent`, null: on paper). */
  accepted_from: string | null
  accepted_with: string | null
  signed_on: string | null
  /** Seconds since it was created, and since the confirm call began (null: never). */
  age: number
  confirming_for: number | null
}

const columns = (tx: Tx) => tx`
  s.source_id, s.customer_id, s.subject_id, s.provider_account, s.type, s.state, s.provider_setup, s.provider_method,
  s.email, s.holder, s.failure_code, m.accepted_from, m.accepted_with, m.signed_on,
  extract(epoch from now() - s.created_at)::int as age,
  extract(epoch from now() - s.confirm_started_at)::int as confirming_for`

export async function sourceToAsk(tx: Tx, source_id: number): Promise<SourceToAsk> {
  const [source] = await tx<SourceToAsk[]>`
    select ${columns(tx)} from payment_sources s
    left join mandates m on m.source_id = s.source_id and m.state in ('draft', 'active', 'suspended')
    where s.source_id = ${source_id}`
  if (!source) throw new Error(`no source ${source_id}`)
  return source
}

/** Locks the source. Null when it is not visible to this actor or not that owner's. */
export async function lockSource(tx: Tx, source_id: number, owner?: Owner): Promise<SourceToAsk | null> {
  const whose = owner
    ? tx`and s.customer_id = ${owner.customer_id} and s.subject_id is not distinct from ${owner.subject_id}`
    : tx``
  const [locked] =
    await tx`select from payment_sources s where s.source_id = ${source_id} ${whose} for update`
  return locked ? sourceToAsk(tx, source_id) : null
}

/** Serialises changes of an owner's default source; taken before any source's own lock. */
export async function lockOwnerOf(tx: Tx, source_id: number): Promise<void> {
  await tx`
    select pg_advisory_xact_lock(hashtextextended('sources:' || customer_id || ':' || coalesce(subject_id, 0), 0))
    from payment_sources where source_id = ${source_id}`
}

export async function insertSource(
  tx: Tx,
  owner: Owner,
  source: {
    provider_account: ProviderAccount
    type: SourceType
    email: string
    idempotency_key: string | null
    link_id: number | null
    created_by: number | null
  },
): Promise<number> {
  const { customer_id, subject_id } = owner
  const [row] = await tx`
    insert into payment_sources ${tx({ customer_id, subject_id, ...source, next_check_at: inAnHour() })} returning source_id`
  return row?.source_id as number
}

/** A source that was begun and never completed is given up. */
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

/** The source of an earlier request with the same key; 409 if that asked for something else. */
export async function sourceOfForm(tx: Tx, owner: Owner, key: RequestKey): Promise<number | null> {
  if (key.idempotency_key === null) return null
  const [row] = await tx<{ source_id: number; request_hash: string | null }[]>`
    select source_id, request_hash from payment_sources
    where customer_id = ${owner.customer_id} and subject_id is not distinct from ${owner.subject_id}
      and idempotency_key = ${key.idempotency_key}`
  if (!row) return null
  requireSameRequest(row.request_hash, key, 'è già stato salvato un altro metodo di pagamento')
  return row.source_id
}

export async function rememberSetup(
  tx: Tx,
  source_id: number,
  at: { provider_setup: string; provider_customer: string },
): Promise<void> {
  await tx`update payment_sources set ${tx(at)} where source_id = ${source_id}`
}

export async function rememberRefusal(tx: Tx, source_id: number, failure_code: string): Promise<void> {
  await tx`
    update payment_sources set failure_code = ${failure_code} where source_id = ${source_id} and failure_code is null`
}

/** Marks a source as being confirmed: from now on only the provider knows its state. */
export async function markConfirming(tx: Tx, source_id: number): Promise<void> {
  await tx`
    update payment_sources set confirm_started_at = now(), next_check_at = now() + interval '30 seconds'
    where source_id = ${source_id}`
}
