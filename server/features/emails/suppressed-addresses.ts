import * as contract from '@saldo/contract/emails'
import { formatDateTime } from '@saldo/domain/dates'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import { type Listing, summaryOf } from '../../db/listing.ts'
import { containingWords, matchesAllWords } from '../../db/search.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { serve, serveAcross, serveList } from '../../http/serve.ts'
import { addSuppression, endSuppression } from '../../mail/change-suppression.ts'

type Filters = z.output<typeof contract.summariseSuppressedAddresses.query>

const addresses: Listing<Filters> = {
  select: (tx) => tx`
    s.suppressed_address_id, s.address, s.cause, s.reason, s.email_id, u.nominative as created_by_name, s.created_at,
    (select count(*)::int from emails e
      where e.address = s.address and e.suppressed and e.created_at <= coalesce(s.lifted_at, e.created_at)
        and e.refused_at >= s.created_at) as withheld,
    s.lifted_at, l.nominative as lifted_by_name, s.lift_reason`,
  from: (tx) => tx`
    suppressed_addresses s left join users u on u.user_id = s.created_by left join users l on l.user_id = s.lifted_by`,
  id: (tx) => tx`s.suppressed_address_id`,
  id_name: 'suppressed_address_id',
  filters: {
    q: (tx, text) => matchesAllWords(tx, tx`s.folded`, containingWords(text)),
    ids: (tx, ids) => tx`s.suppressed_address_id = any(${ids}::bigint[])`,
    cause: (tx, causes) => tx`s.cause = any(${causes})`,
    active: (tx, active) => tx`(s.lifted_at is null) = ${active === '1'}`,
  },
  sorts: { created_at: { sql: (tx) => tx`s.created_at`, type: 'timestamptz' } },
  default_sort: '-created_at',
}

const list = serveList(contract.listSuppressedAddresses, addresses)

const summarise = serve(contract.summariseSuppressedAddresses, async ({ tx, query }) => {
  const counts = await summaryOf(
    tx,
    addresses,
    query,
    (of) => of`count(*)::int as count, (count(*) filter (where s.lifted_at is null))::int as active`,
  )
  return counts as { count: number; active: number }
})

const causes: Record<contract.SuppressedAddress['cause'], string> = {
  bounce: 'E-mail respinta',
  refused: 'Rifiutata dal server',
  complaint: 'Segnata come indesiderata',
  hand: 'A mano',
}
const instant = (header: string, name: string): ListColumn => ({
  header,
  kind: 'text',
  value: (row) => row[name] && formatDateTime(row[name]),
})
const columns: Record<string, ListColumn> = {
  address: { header: 'Indirizzo', kind: 'text' },
  cause: { header: 'Causa', kind: 'text', value: ({ cause }) => causes[cause as 'hand'] },
  reason: { header: 'Motivo', kind: 'text' },
  withheld: { header: 'E-mail non inviate', kind: 'text' },
  created_by_name: { header: 'Da', kind: 'text' },
  created_at: instant('Dal', 'created_at'),
  lifted_at: instant('Riammesso il', 'lifted_at'),
  lifted_by_name: { header: 'Riammesso da', kind: 'text' },
  lift_reason: { header: 'Perché riammesso', kind: 'text' },
}
const exportAddresses = serveAcross(contract.exportSuppressedAddresses, ({ as, services, query }) =>
  exportReply({ as, services, listing: addresses, query, columns, name: 'indirizzi-soppressi' }),
)

async function find(tx: Tx, id: number): Promise<contract.SuppressedAddress> {
  const [row] = await tx<contract.SuppressedAddress[]>`
    select ${addresses.select(tx, undefined)} from ${addresses.from(tx, undefined)}
    where s.suppressed_address_id = ${id}`
  if (!row) throw notFound('L’indirizzo')
  return row
}

const add = serve(contract.suppressAddress, async ({ tx, body }) => {
  const id = await addSuppression(tx, body)
  if (id === null) throw conflict('already_suppressed', 'A questo indirizzo non si scrive già.')
  return find(tx, id)
})

const lift = serve(contract.liftSuppression, async ({ tx, params: { id }, body }) => {
  const before = await find(tx, id)
  if (before.lifted_at) throw conflict('already_lifted', 'A questo indirizzo si scrive già di nuovo.')
  await endSuppression(tx, id, body.reason)
  return find(tx, id)
})

export const suppressedAddressRoutes = [list, summarise, exportAddresses, add, lift]
