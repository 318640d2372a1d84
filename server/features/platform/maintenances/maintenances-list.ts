import * as contract from '@saldo/contract/platform/maintenances'
import { formatDateTime } from '@saldo/domain/dates'
import {
  type MaintenanceAudience,
  maintenanceAudienceWords,
  maintenanceStateWords,
  type PeriodState,
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

type Filters = z.output<typeof contract.summariseMaintenances.query>

const row = (tx: Tx) => tx`m`
const select = (tx: Tx) => tx`
  m.maintenance_id, m.audience, m.of_customer_id as customer_id, m.of_user_id as user_id,
  m.covers, m.reason, m.message, m.starts_at, m.until, m.opened_by_name,
  m.ended_at, m.ended_by_name, ${periodState(tx, row(tx))} as state`
const from = (tx: Tx) => tx`maintenances m`

const maintenances: Listing<Filters> = {
  select,
  from,
  id: (tx) => tx`m.maintenance_id`,
  id_name: 'maintenance_id',
  filters: {
    q: (tx, text) => matchesAllWords(tx, tx`m.folded`, containingWords(text)),
    ids: (tx, ids) => tx`m.maintenance_id = any(${ids}::bigint[])`,
    audience: (tx, audiences) => tx`m.audience = any(${audiences}::text[])`,
    state: (tx, states) => inPeriodStates(tx, row(tx), states),
    starts_at_from: (tx, day) => startsFrom(tx, row(tx), day),
    starts_at_to: (tx, day) => startsTo(tx, row(tx), day),
  },
  sorts: {
    starts_at: { sql: (tx) => tx`m.starts_at`, type: 'timestamptz' },
    until: { sql: (tx) => tx`m.until`, type: 'timestamptz' },
  },
  default_sort: '-starts_at',
}

/** One maintenance as the list shows it. Throws 404. */
export async function maintenanceRow(tx: Tx, id: number): Promise<contract.Maintenance> {
  const [found] = await tx<contract.Maintenance[]>`
    select ${select(tx)} from ${from(tx)} where m.maintenance_id = ${id}`
  if (!found) throw notFound('La manutenzione')
  return found
}

const list = serveList(contract.listMaintenances, maintenances)

const summarise = serve(contract.summariseMaintenances, async ({ tx, query }) => {
  const { count } = await summaryOf(tx, maintenances, query, (of) => of`count(*)::int as count`)
  return { count }
})

const time = (name: string) => (of: Row) => of[name] && formatDateTime(of[name] as string)
const columns: Record<string, ListColumn> = {
  audience: {
    header: 'Per chi',
    kind: 'text',
    value: ({ audience }) => maintenanceAudienceWords[audience as MaintenanceAudience],
  },
  covers: { header: 'Studio o utente', kind: 'text' },
  starts_at: { header: 'Inizio', kind: 'text', value: time('starts_at') },
  until: { header: 'Fine prevista', kind: 'text', value: time('until') },
  ended_at: { header: 'Terminata prima, il', kind: 'text', value: time('ended_at') },
  state: {
    header: 'Stato',
    kind: 'text',
    value: ({ state }) => maintenanceStateWords[state as PeriodState],
  },
  reason: { header: 'Motivo', kind: 'text' },
  message: { header: 'Frase per chi è fuori', kind: 'text' },
  opened_by_name: { header: 'Aperta da', kind: 'text' },
  ended_by_name: { header: 'Terminata da', kind: 'text' },
}
const exportAll = serveAcross(contract.exportMaintenances, ({ as, services, query }) =>
  exportReply({ as, services, listing: maintenances, query, columns, name: 'manutenzioni' }),
)

export const maintenanceListRoutes = [list, summarise, exportAll]
