import * as contract from '@saldo/contract/emails'
import { formatDateTime } from '@saldo/domain/dates'
import type { z } from 'zod'
import { type Listing, summaryOf } from '../../db/listing.ts'
import { containingWords } from '../../db/search.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { serve, serveAcross, serveList } from '../../http/serve.ts'

type Filters = z.output<typeof contract.summariseBounces.query>

const bounces: Listing<Filters> = {
  select: (tx) =>
    tx`m.bounce_id, m.source, m.kind, m.recipient, m.status, m.said, m.email_id, m.unmatched, m.created_at`,
  from: (tx) => tx`mail_bounces m`,
  id: (tx) => tx`m.bounce_id`,
  id_name: 'bounce_id',
  filters: {
    q: (tx, text) =>
      tx`fold(coalesce(m.recipient, '') || ' ' || coalesce(m.said, '')) like all (${containingWords(text)})`,
    ids: (tx, ids) => tx`m.bounce_id = any(${ids}::bigint[])`,
    kind: (tx, kinds) => tx`m.kind = any(${kinds})`,
    matched: (tx, matched) => tx`(m.email_id is not null) = ${matched === '1'}`,
    created_at_from: (tx, day) => tx`m.created_at >= ${day}::date::timestamp at time zone 'Europe/Rome'`,
    created_at_to: (tx, day) => tx`m.created_at < (${day}::date + 1)::timestamp at time zone 'Europe/Rome'`,
  },
  sorts: { created_at: { sql: (tx) => tx`m.created_at`, type: 'timestamptz' } },
  default_sort: '-created_at',
}

const list = serveList(contract.listBounces, bounces)

const summarise = serve(contract.summariseBounces, async ({ tx, query }) => {
  const counts = await summaryOf(
    tx,
    bounces,
    query,
    (of) => of`count(*)::int as count, (count(*) filter (where m.email_id is null))::int as unmatched`,
  )
  return counts as { count: number; unmatched: number }
})

const kinds: Record<contract.Bounce['kind'], string> = {
  hard: 'Indirizzo che non riceve',
  failed: 'Non arrivata',
  delayed: 'In ritardo',
  complaint: 'Indesiderata',
  unreadable: 'Non è un rapporto',
}
const reasons: Record<NonNullable<contract.Bounce['unmatched']>, string> = {
  no_reference: 'Non contiene il riferimento di una nostra mail',
  unknown_mail: 'L’e-mail non è mai partita',
  other_recipient: 'L’e-mail era per un altro indirizzo',
  unreadable: 'Non si legge',
}
const columns: Record<string, ListColumn> = {
  created_at: { header: 'Arrivato il', kind: 'text', value: ({ created_at }) => formatDateTime(created_at) },
  source: {
    header: 'Da',
    kind: 'text',
    value: ({ source }) => (source === 'webhook' ? 'webhook' : 'casella'),
  },
  kind: { header: 'Che cosa dice', kind: 'text', value: ({ kind }) => kinds[kind as 'hard'] },
  recipient: { header: 'Indirizzo', kind: 'text' },
  status: { header: 'Codice', kind: 'text' },
  said: { header: 'Parole del server', kind: 'text' },
  email_id: { header: 'E-mail', kind: 'text' },
  unmatched: {
    header: 'Perché non abbinato',
    kind: 'text',
    value: ({ unmatched }) => unmatched && reasons[unmatched as 'unreadable'],
  },
}
const exportBounces = serveAcross(contract.exportBounces, ({ as, services, query }) =>
  exportReply({ as, services, listing: bounces, query, columns, name: 'e-mail-respinte' }),
)

export const bounceRoutes = [list, summarise, exportBounces]
