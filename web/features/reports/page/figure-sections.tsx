import { ageBands } from '@saldo/domain/arrears/arrears'
import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { paymentMethodLabels } from '@saldo/domain/payments/payment-method'
import { Amount } from '../../../ui/data/Amount.tsx'
import { longMonth } from '../../dashboard/month-names.ts'
import { returnableWords } from '../../payments/refundable-until.ts'
import { BarList } from '../BarList.tsx'
import { FiguresTable } from '../FiguresTable.tsx'
import styles from '../Reports.module.css'
import { ReportSection } from './ReportSection.tsx'
import type { ReportFilters } from './report-address.ts'
import type { ReportFigures } from './report-query.ts'

type Of<Part extends keyof ReportFigures> = { [K in Part]: ReportFigures[K] } & { filters: ReportFilters }
const total = <Row,>(rows: readonly Row[], of: (row: Row) => number) => (
  <Amount cents={rows.reduce((all, row) => all + of(row), 0)} />
)

/** What is overdue today, by days of lateness. */
export function Ageing({ ageing, filters }: Of<'ageing'>) {
  if (!ageing) return null
  const rows = ageBands.map(({ id, label }) => ({ id, label, value: ageing[id] }))
  return (
    <ReportSection
      title="Da quanto è scaduto, oggi"
      of="ageing"
      filters={filters}
      chart={<BarList label="Scaduto per anzianità" rows={rows} color="late" />}
      table={
        <FiguresTable
          label="Scaduto per anzianità"
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            { header: 'Ritardo', cell: ({ label }) => label, total: 'Scaduto' },
            {
              header: 'Importo',
              cell: ({ value }) => <Amount cents={value} />,
              total: total(rows, ({ value }) => value),
            },
          ]}
        />
      }
    />
  )
}

const whole = new Intl.NumberFormat('it-IT', { useGrouping: 'always' })
const collections = (count: number) => (count === 1 ? '1 incasso' : `${whole.format(count)} incassi`)

/** How the money of the period came in. */
export function Ways({ ways, returnable, filters }: Of<'ways' | 'returnable'>) {
  const none = <p className={styles.note}>Nessun incasso in questo periodo.</p>
  return (
    <ReportSection
      title="Come si paga"
      of="ways"
      filters={filters}
      chart={
        ways.length > 0 ? (
          <BarList
            label="Incassi per modo di pagare"
            rows={ways.map(({ method, collected, collections: count }) => ({
              ...{
                id: method,
                label: paymentMethodLabels[method],
                value: collected,
                note: collections(count),
              },
            }))}
          />
        ) : undefined
      }
      table={
        ways.length === 0 ? (
          none
        ) : (
          <FiguresTable
            label="Incassi per modo di pagare"
            rows={ways}
            rowKey={({ method }) => method}
            columns={[
              { header: 'Modo', cell: ({ method }) => paymentMethodLabels[method], total: 'Totale' },
              { header: 'Incassi', cell: ({ collections: count }) => whole.format(count) },
              {
                header: 'Incassato',
                cell: ({ collected }) => <Amount cents={collected} />,
                total: total(ways, ({ collected }) => collected),
              },
              {
                header: 'Confronto',
                wide: true as const,
                cell: ({ collected_before }) => <Amount cents={collected_before} />,
                total: total(ways, ({ collected_before }) => collected_before),
              },
              {
                header: 'Commissioni',
                wide: true as const,
                cell: ({ fees }) => <Amount cents={fees} />,
                total: total(ways, ({ fees }) => fees),
              },
            ]}
          />
        )
      }
      note={
        ways.length > 0
          ? [
              'Netto di rimborsi e insoluti, rettifiche comprese. Il credito usato non è un incasso.',
              returnableWords(returnable),
            ]
              .filter(Boolean)
              .join(' ')
          : undefined
      }
    />
  )
}

/** The debits of the period that failed, by reason, and what the banks took back. */
export function FailedDebits({ debits, filters }: Of<'debits'>) {
  if (!debits) return null
  const { presented, failed, taken_back, reasons } = debits
  const share = presented.count > 0 ? (failed.count / presented.count) * 100 : 0
  return (
    <ReportSection
      title="Addebiti non riusciti"
      of="debits"
      filters={filters}
      table={
        presented.count === 0 ? (
          <p className={styles.note}>Nessun addebito in questo periodo.</p>
        ) : (
          <FiguresTable
            label="Addebiti non riusciti"
            rows={reasons}
            rowKey={({ code, says }) => code ?? says}
            columns={[
              { header: 'Motivo', cell: ({ says }) => says, total: 'Totale' },
              { header: 'Addebiti', cell: ({ count }) => count, total: failed.count },
              {
                header: 'Importo',
                cell: ({ amount }) => <Amount cents={amount} />,
                total: <Amount cents={failed.amount} />,
              },
            ]}
          />
        )
      }
      note={
        presented.count > 0
          ? `${whole.format(failed.count)} su ${whole.format(presented.count)} presentati (${share.toLocaleString('it-IT', { maximumFractionDigits: 1 })} %). Le banche hanno ripreso ${formatEuro(taken_back)} di addebiti già incassati.`
          : undefined
      }
    />
  )
}

/** What falls due in the next ninety days and what of it will probably come in, with the rule in words. */
export function Forecast({ forecast, filters }: Of<'forecast'>) {
  if (!forecast) return null
  const { windows, history } = forecast
  const share = history.due > 0 ? (history.unpaid / history.due) * 100 : 0
  const past = `da ${longMonth(history.from)} a ${longMonth(history.to)}`
  const rule =
    history.due > 0
      ? `Delle rate scadute ${past} (${formatEuro(history.due)}) oggi ne mancano ${formatEuro(history.unpaid)}, il ${share.toLocaleString('it-IT', { maximumFractionDigits: 1 })} %. La previsione toglie la stessa parte da quanto scade nei prossimi novanta giorni. Non conta gli arretrati, che possono arrivare in più.`
      : `Nessuna rata è scaduta ${past}, quindi la previsione non toglie nulla da quanto scade nei prossimi novanta giorni.`
  return (
    <ReportSection
      title="Previsione, 90 giorni"
      of="forecast"
      filters={filters}
      table={
        <FiguresTable
          label="Previsione dei prossimi novanta giorni"
          rows={windows}
          rowKey={({ from }) => from}
          columns={[
            {
              header: 'Periodo',
              cell: ({ from, to }) => `${formatDate(from)} – ${formatDate(to)}`,
              total: 'Totale',
            },
            {
              header: 'In scadenza',
              cell: ({ due }) => <Amount cents={due} />,
              total: total(windows, ({ due }) => due),
            },
            {
              header: 'Incasso previsto',
              cell: ({ expected }) => <Amount cents={expected} />,
              total: total(windows, ({ expected }) => expected),
            },
          ]}
        />
      }
      note={rule}
    />
  )
}
