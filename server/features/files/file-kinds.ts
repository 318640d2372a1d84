import * as contract from '@saldo/contract/backoffice/files'
import { fileKindNames, fileKinds } from '@saldo/domain/files/file-kind'
import type { Tx } from '../../db/connection.ts'
import { recordAudit } from '../../db/record-audit.ts'
import { serve } from '../../http/serve.ts'

/** The files that are there, by kind, largest first, with how long each kind is kept. */
const totals = (tx: Tx) => tx<contract.FileKindTotal[]>`
  select k.kind, count(f.file_id)::int as count, coalesce(sum(f.bytes), 0)::bigint as bytes, r.keep_days
  from unnest(${fileKinds}::text[]) k (kind)
  left join stored_files f on f.kind = k.kind and f.removed_at is null
  left join file_rules r on r.kind = k.kind
  group by k.kind, r.keep_days order by bytes desc, k.kind`

export const listFileKinds = serve(contract.listFileKinds, ({ tx }) => totals(tx))

/** The nightly job deletes by this rule; what is on hold, or what money depends on, stays. */
export const ruleFileKind = serve(contract.ruleFileKind, async ({ tx, actor, body }) => {
  const { kind, keep_days, reason } = body
  const [before] = await tx<{ keep_days: number | null }[]>`
    select keep_days from file_rules where kind = ${kind} for update`
  const [rule] = await tx<[{ file_rule_id: number }]>`
    insert into file_rules (kind, keep_days, updated_by) values (${kind}, ${keep_days}, ${actor.user_id})
    on conflict (kind) do update set keep_days = excluded.keep_days, updated_by = excluded.updated_by, updated_at = now()
    returning file_rule_id`
  await recordAudit(tx, {
    ...{ customer_id: null, noun: 'file_rules', record_id: rule.file_rule_id },
    ...{ label: fileKindNames[kind], act: 'changed' },
    before: { keep_days: before?.keep_days ?? null },
    after: { keep_days, reason },
  })
  return totals(tx)
})
