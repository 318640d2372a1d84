import * as contract from '@saldo/contract/registry/iban-blacklist'
import { formatDateTime } from '@saldo/domain/dates'
import type { z } from 'zod'
import { type Listing, summaryOf } from '../../../db/listing.ts'
import { containingWords, matchesAllWords } from '../../../db/search.ts'
import { exportReply, type ListColumn } from '../../../exports/export-reply.ts'
import { notFound } from '../../../http/errors.ts'
import { serve, serveAcross, serveList } from '../../../http/serve.ts'

type Filters = z.output<typeof contract.summariseBlockedIbans.query>

/** The IBAN blacklist for list, summary and export. */
const blockedIbans: Listing<Filters> = {
  select: (tx) =>
    tx`b.blocked_iban_id, b.masked as iban, b.reason, u.nominative as created_by_name, b.created_at`,
  from: (tx) => tx`iban_blacklist b left join users u on u.user_id = b.created_by`,
  id: (tx) => tx`b.blocked_iban_id`,
  id_name: 'blocked_iban_id',
  filters: {
    // Groups of four, as an IBAN is printed, are searched like words: each must occur.
    q: (tx, text) => matchesAllWords(tx, tx`b.folded`, containingWords(text)),
    ids: (tx, ids) => tx`b.blocked_iban_id = any(${ids}::bigint[])`,
  },
  sorts: { created_at: { sql: (tx) => tx`b.created_at`, type: 'timestamptz' } },
  default_sort: '-created_at',
}

const listBlockedIbans = serveList(contract.listBlockedIbans, blockedIbans)

const summariseBlockedIbans = serve(contract.summariseBlockedIbans, async ({ tx, query }) => {
  const { count } = await summaryOf(tx, blockedIbans, query, (of) => of`count(*) as count`)
  return { count }
})

const columns: Record<string, ListColumn> = {
  iban: { header: 'IBAN', kind: 'text' },
  reason: { header: 'Motivo', kind: 'text' },
  created_by_name: { header: 'Bloccato da', kind: 'text' },
  created_at: { header: 'Bloccato il', kind: 'text', value: ({ created_at }) => formatDateTime(created_at) },
}
const exportBlockedIbans = serveAcross(contract.exportBlockedIbans, ({ as, services, query }) =>
  exportReply({
    as,
    services,
    listing: blockedIbans,
    query,
    columns,
    name: 'iban-bloccati',
  }),
)

const blockIban = serve(contract.blockIban, async ({ tx, actor, body: { iban, reason } }) => {
  await tx`
    insert into iban_blacklist (iban, reason, created_by) values (${iban}, ${reason}, ${actor.user_id})
    on conflict (iban) do update set reason = excluded.reason`
  const [blocked] = await tx<contract.BlockedIban[]>`
    select ${blockedIbans.select(tx)} from ${blockedIbans.from(tx)} where b.iban = ${iban}`
  return blocked as contract.BlockedIban
})

const unblockIban = serve(contract.unblockIban, async ({ tx, params: { id } }) => {
  const { count } = await tx`delete from iban_blacklist where blocked_iban_id = ${id}`
  if (count === 0) throw notFound('L’IBAN bloccato')
  return undefined
})

export const blockedIbanRoutes = [
  listBlockedIbans,
  summariseBlockedIbans,
  exportBlockedIbans,
  blockIban,
  unblockIban,
]
