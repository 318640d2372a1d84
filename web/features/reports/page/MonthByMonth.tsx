import { Amount } from '../../../ui/data/Amount.tsx'
import { OverdueAmount } from '../../../ui/data/OverdueAmount.tsx'
import chartStyles from '../../dashboard/MonthsChart.module.css'
import { MonthsChart } from '../../dashboard/MonthsChart.tsx'
import { capital, longMonth } from '../../dashboard/month-names.ts'
import { FiguresTable } from '../FiguresTable.tsx'
import { ReportSection } from './ReportSection.tsx'
import type { ReportFilters } from './report-address.ts'
import type { MonthFigures, MonthsReport } from './report-query.ts'
import { sumOf } from './sums.ts'

/** Chart: as many months as have room for their labels. */
const charted = 12

/** What fell due and what came in, month by month, beside the months compared with. */
export function MonthByMonth({ report, filters }: { report: MonthsReport; filters: ReportFilters }) {
  const { months, before } = report
  const bars = months
    .slice(-charted)
    .map(({ month, due, collected, corrected }) => ({ month, issued: due, collected, corrected }))
  return (
    <ReportSection
      title="Mese per mese"
      of="months"
      filters={filters}
      table={<MonthsTable months={months} before={before} />}
      chart={
        <>
          <p className={chartStyles.legend}>
            {bars.some(({ issued }) => issued !== null) && (
              <span className={chartStyles.key}>
                <i data-of="issued" />
                In scadenza
              </span>
            )}
            <span className={chartStyles.key}>
              <i data-of="collected" />
              Incassi netti
            </span>
          </p>
          <MonthsChart months={bars} what="In scadenza e incassi netti" />
        </>
      }
      note={
        months.length > charted
          ? `Il grafico mostra gli ultimi ${charted} mesi del periodo; la tabella li ha tutti.`
          : undefined
      }
    />
  )
}

function MonthsTable({ months, before }: MonthsReport) {
  const total = (figure: Exclude<keyof MonthFigures, 'month'>) => <Amount cents={sumOf(months, figure)} />
  const rows = months.map((month, at) => ({ ...month, compared: before[at] }))
  const seesBills = months.every(({ due }) => due !== null)
  return (
    <FiguresTable
      label="Mese per mese"
      rows={rows.toReversed()}
      rowKey={({ month }) => month}
      columns={[
        { header: 'Mese', cell: ({ month }) => capital(longMonth(month)), total: 'Totale' },
        ...(seesBills
          ? [
              {
                header: 'Emesso',
                wide: true as const,
                cell: ({ issued }: MonthFigures) => <Amount cents={issued} />,
                total: total('issued'),
              },
              {
                header: 'In scadenza',
                cell: ({ due }: MonthFigures) => <Amount cents={due} />,
                total: total('due'),
              },
              {
                header: 'di cui da incassare',
                wide: true as const,
                cell: ({ still_due }: MonthFigures) => <Amount cents={still_due} />,
                total: total('still_due'),
              },
              {
                header: 'Scaduto',
                wide: true as const,
                cell: ({ overdue }: MonthFigures) => <OverdueAmount cents={overdue} />,
                total: total('overdue'),
              },
            ]
          : []),
        {
          header: 'Incassi netti',
          cell: ({ collected, corrected }) => (
            <>
              <Amount cents={collected} />
              {corrected !== 0 && (
                <small>
                  rettifiche <Amount cents={corrected} />
                </small>
              )}
            </>
          ),
          total: total('collected'),
        },
        {
          header: 'Confronto',
          cell: ({ compared }) =>
            compared && (
              <>
                <Amount cents={compared.collected} />
                <small>{longMonth(compared.month)}</small>
              </>
            ),
          total: <Amount cents={sumOf(before, 'collected')} />,
        },
        {
          header: 'Tornato indietro',
          wide: true as const,
          cell: ({ taken_back }) => <Amount cents={taken_back} />,
          total: total('taken_back'),
        },
      ]}
    />
  )
}
