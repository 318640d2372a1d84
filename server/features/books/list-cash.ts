import * as contract from '@saldo/contract/books'
import { today } from '@saldo/domain/dates'
import type { Tx } from '../../db/connection.ts'
import { pageOf, summaryOf } from '../../db/listing.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { notFound } from '../../http/errors.ts'
import { serve, serveAcross } from '../../http/serve.ts'
import { cashList } from './cash-list.ts'

export const listCash = serve(
  contract.listCash,
  async ({ tx, query }) => (await pageOf(tx, cashList(query.day), query)) as never,
)

const figures = [
  'bank',
  'provider',
  'connected',
  'in_transit',
  'total',
  'disputed',
  'credits',
  'debt',
] as const

export const summariseCash = serve(contract.summariseCash, async ({ tx, query }) => {
  const sums = await summaryOf(tx, cashList(query.day), query, (of: Tx) =>
    figures
      .map((name) => of`coalesce(sum(c.${of(name)}), 0)::bigint as ${of(name)}`)
      .reduce((one, other) => of`${one}, ${other}`, of`count(*)::int as count`),
  )
  return sums as never
})

const columns: Record<string, ListColumn> = {
  name: { header: 'Condominio', kind: 'text', width: 34 },
  bank: { header: 'Banca', kind: 'amount' },
  provider: { header: 'Presso il provider', kind: 'amount' },
  connected: { header: 'Account incassi', kind: 'amount' },
  in_transit: { header: 'In viaggio', kind: 'amount' },
  total: { header: 'Totale', kind: 'amount' },
  disputed: { header: 'Somme contestate', kind: 'amount' },
  credits: { header: 'Crediti dei condòmini', kind: 'amount' },
  debt: { header: 'Da rendere a Saldo', kind: 'amount' },
  closed_to: { header: 'Conti chiusi fino al', kind: 'date' },
}

export const exportCash = serveAcross(contract.exportCash, ({ as, services, query }) =>
  exportReply({
    ...{ as, services, listing: cashList(query.day), query, columns },
    name: `situazione-di-cassa-al-${query.day ?? today()}`,
  }),
)

export const getCash = serve(contract.getCash, async ({ tx, params, query }) => {
  const { items } = await pageOf(tx, cashList(query.day), { ids: [params.id], limit: 1 } as never)
  const [position] = items
  if (!position) throw notFound('Il condominio')
  return { ...position, day: query.day ?? today() } as never
})
