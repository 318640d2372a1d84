import * as contract from '@saldo/contract/reports/reports'
import { ageBands } from '@saldo/domain/arrears/arrears'
import { paymentMethodLabels } from '@saldo/domain/payments/payment-method'
import { paymentDelays } from '@saldo/domain/reports/payment-delays'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import type { ExportColumn } from '../../exports/columns.ts'
import { csvStream } from '../../exports/write-csv.ts'
import { xlsxStream } from '../../exports/write-xlsx.ts'
import { type Actor, actorMay } from '../../http/actor.ts'
import { asFile, serveAcross } from '../../http/serve.ts'
import { monthFigures } from './month-figures.ts'
import { type Period, periodBefore, periodOf } from './period.ts'
import { ageing, debits, forecast, ways } from './report-figures.ts'
import { timeToPay } from './time-to-pay.ts'

type Query = z.output<typeof contract.exportReport.query> & Period
type Table = { columns: ExportColumn[]; rows: unknown[][] }

const text = (header: string, width = 28): ExportColumn => ({ header, kind: 'text', width })
const amount = (header: string): ExportColumn => ({ header, kind: 'amount' })
const number = (header: string): ExportColumn => ({ header, kind: 'number' })

/** The table that a chart of the page stands for: the same figures, from the same queries. */
async function tableOf(tx: Tx, actor: Actor, query: Query): Promise<Table> {
  const bills = actorMay(actor, 'bills:read')
  switch (query.table) {
    case 'months':
      return monthsTable(tx, query)
    case 'ways': {
      const rows = await ways(tx, query)
      return {
        columns: [
          text('Modo di pagare'),
          number('Incassi'),
          amount('Incassato'),
          amount('Confronto'),
          amount('Commissioni'),
        ],
        rows: rows.map(({ method, collections, collected, collected_before, fees }) => [
          ...[paymentMethodLabels[method], collections, collected, collected_before, fees],
        ]),
      }
    }
    case 'ageing': {
      const of = bills ? await ageing(tx, query) : null
      return {
        columns: [text('Ritardo'), amount('Scaduto')],
        rows: of ? ageBands.map(({ id, label }) => [label, of[id]]) : [],
      }
    }
    case 'debits': {
      const of = actorMay(actor, 'debits:read') ? await debits(tx, query) : null
      return {
        columns: [text('Motivo', 60), number('Addebiti'), amount('Importo')],
        rows: of ? of.reasons.map(({ says, count, amount }) => [says, count, amount]) : [],
      }
    }
    case 'forecast': {
      const of = bills ? await forecast(tx, query) : null
      return {
        columns: [
          { header: 'Dal', kind: 'date' },
          { header: 'Al', kind: 'date' },
          ...[amount('In scadenza'), amount('Incasso previsto')],
        ],
        rows: of ? of.windows.map(({ from, to, due, expected }) => [from, to, due, expected]) : [],
      }
    }
    case 'time_to_pay': {
      const { delays } = await timeToPay(tx, query)
      return {
        columns: [text('Quando'), number('Rate pagate'), amount('Importo')],
        rows: paymentDelays.map(({ id, label }) => {
          const of = delays.find((each) => each.id === id)
          return [label, of?.count, of?.amount]
        }),
      }
    }
  }
}

async function monthsTable(tx: Tx, query: Query): Promise<Table> {
  const { account_ids } = query
  const [months, before] = await Promise.all([
    monthFigures(tx, query),
    monthFigures(tx, { ...periodBefore(query), account_ids }),
  ])
  return {
    columns: [
      ...[
        text('Mese', 12),
        amount('Emesso'),
        amount('In scadenza'),
        amount('Ancora da incassare'),
        amount('Scaduto'),
      ],
      ...[amount('Incassi netti'), amount('Rettifiche'), amount('Tornato indietro'), amount('Commissioni')],
      ...[text('Mese di confronto', 18), amount('Emesso, confronto'), amount('Incassi netti, confronto')],
    ],
    rows: months.map((of, at) => [
      ...[of.month, of.issued, of.due, of.still_due, of.overdue],
      ...[of.collected, of.corrected, of.taken_back, of.fees],
      ...[before[at]?.month, before[at]?.issued, before[at]?.collected],
    ]),
  }
}

const names: Record<Query['table'], string> = {
  months: 'mesi',
  ways: 'modi-di-pagare',
  ageing: 'anzianita',
  debits: 'addebiti-non-riusciti',
  forecast: 'previsione',
  time_to_pay: 'tempi-di-pagamento',
}

export const exportReport = serveAcross(contract.exportReport, async ({ as, actor, query: given }) => {
  const query = { ...given, ...periodOf(given) }
  const { columns, rows } = await as((tx) => tableOf(tx, actor, query))
  const name = `report-${names[query.table]}-${query.from}-${query.to}.${query.format}`
  if (query.format === 'csv') return asFile(csvStream(columns, rows), name, 'text/csv; charset=utf-8')
  const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return asFile(xlsxStream(columns, rows), name, xlsx)
})
