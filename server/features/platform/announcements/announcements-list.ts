import * as contract from '@saldo/contract/platform/announcements'
import { formatDateTime } from '@saldo/domain/dates'
import {
  type AnnouncementAudience,
  type AnnouncementLevel,
  announcementAudienceWords,
  announcementLevelWords,
  type PeriodState,
  periodStateWords,
} from '@saldo/domain/platform/periods'
import type { Row } from 'postgres'
import type { z } from 'zod'
import type { Tx } from '../../../db/connection.ts'
import { type Listing, summaryOf } from '../../../db/listing.ts'
import { containingWords, matchesAllWords } from '../../../db/search.ts'
import { exportReply, type ListColumn } from '../../../exports/export-reply.ts'
import { notFound } from '../../../http/errors.ts'
import { serve, serveAcross, serveList } from '../../../http/serve.ts'
import { inPeriodStates, periodState, startsFrom, startsTo } from '../period-state.ts'

type Filters = z.output<typeof contract.summariseAnnouncements.query>

const row = (tx: Tx) => tx`a`
const select = (tx: Tx) => tx`
  a.announcement_id, a.title, a.text, a.level, a.starts_at, a.until, a.audience, a.all_offices, a.ended_at,
  a.created_by_name, ${periodState(tx, row(tx))} as state,
  coalesce((
    select jsonb_agg(jsonb_build_object('customer_id', c.customer_id, 'business_name', c.business_name)
      order by c.business_name, c.customer_id)
    from announcement_offices o join customers c on c.customer_id = o.of_customer_id
    where o.announcement_id = a.announcement_id), '[]') as offices,
  announcement_closed_by(a.announcement_id) as closings`

const announcements: Listing<Filters> = {
  select,
  from: (tx) => tx`announcements a`,
  id: (tx) => tx`a.announcement_id`,
  id_name: 'announcement_id',
  filters: {
    q: (tx, text) => matchesAllWords(tx, tx`a.folded`, containingWords(text)),
    ids: (tx, ids) => tx`a.announcement_id = any(${ids}::bigint[])`,
    state: (tx, states) => inPeriodStates(tx, row(tx), states),
    level: (tx, levels) => tx`a.level = any(${levels}::text[])`,
    audience: (tx, audiences) => tx`a.audience && ${audiences}::text[]`,
    starts_at_from: (tx, day) => startsFrom(tx, row(tx), day),
    starts_at_to: (tx, day) => startsTo(tx, row(tx), day),
  },
  sorts: {
    starts_at: { sql: (tx) => tx`a.starts_at`, type: 'timestamptz' },
    until: { sql: (tx) => tx`a.until`, type: 'timestamptz' },
    title: { sql: (tx) => tx`a.title`, type: 'text' },
  },
  default_sort: '-starts_at',
}

/** One announcement as the list shows it. Throws 404. */
export async function announcementRow(tx: Tx, id: number): Promise<contract.Announcement> {
  const [found] = await tx<contract.Announcement[]>`
    select ${select(tx)} from announcements a where a.announcement_id = ${id}`
  if (!found) throw notFound('L’avviso')
  return found
}

const list = serveList(contract.listAnnouncements, announcements)

const summarise = serve(contract.summariseAnnouncements, async ({ tx, query }) => {
  const { count } = await summaryOf(tx, announcements, query, (of) => of`count(*)::int as count`)
  return { count }
})

const time = (name: string) => (of: Row) => of[name] && formatDateTime(of[name] as string)
const columns: Record<string, ListColumn> = {
  title: { header: 'Titolo', kind: 'text' },
  text: { header: 'Testo', kind: 'text' },
  level: {
    header: 'Tipo',
    kind: 'text',
    value: ({ level }) => announcementLevelWords[level as AnnouncementLevel],
  },
  audience: {
    header: 'Destinatari',
    kind: 'text',
    value: ({ audience }) =>
      (audience as AnnouncementAudience[]).map((each) => announcementAudienceWords[each]).join(', '),
  },
  offices: {
    header: 'Studi',
    kind: 'text',
    value: ({ all_offices, offices }) =>
      all_offices
        ? 'tutti'
        : (offices as { business_name: string }[]).map(({ business_name }) => business_name).join(', '),
  },
  starts_at: { header: 'Dal', kind: 'text', value: time('starts_at') },
  until: { header: 'Al', kind: 'text', value: time('until') },
  state: { header: 'Stato', kind: 'text', value: ({ state }) => periodStateWords[state as PeriodState] },
  ended_at: { header: 'Terminato prima, il', kind: 'text', value: time('ended_at') },
  created_by_name: { header: 'Scritto da', kind: 'text' },
  closings: { header: 'Chiuso da', kind: 'number' },
}
const exportAll = serveAcross(contract.exportAnnouncements, ({ as, services, query }) =>
  exportReply({ as, services, listing: announcements, query, columns, name: 'avvisi' }),
)

export const announcementListRoutes = [list, summarise, exportAll]
