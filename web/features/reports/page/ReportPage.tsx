import { formatDate, today } from '@saldo/domain/dates'
import { useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Printer } from 'iconoir-react'
import { refusalReason } from '../../../session/permissions/permission.ts'
import { meQuery } from '../../../session/queries.ts'
import { ResponsiveButton } from '../../../ui/buttons/ResponsiveButton.tsx'
import { QueryError } from '../../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../../ui/feedback/Skeleton.tsx'
import styles from '../../../ui/layout/Page.module.css'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { longMonth } from '../../dashboard/month-names.ts'
import { FigureStrip } from '../FigureStrip.tsx'
import reportStyles from '../Reports.module.css'
import { ByAccountTable } from './ByAccountTable.tsx'
import { ByMail } from './ByMail.tsx'
import { Filters, useAccountNames } from './Filters.tsx'
import { Ageing, FailedDebits, Forecast, Ways } from './figure-sections.tsx'
import { MonthByMonth } from './MonthByMonth.tsx'
import { type ReportFilters, useReportFilters } from './report-address.ts'
import { accountsQuery, figuresQuery, type MonthsReport, monthsQuery } from './report-query.ts'
import { change, sumOf } from './sums.ts'
import { TimeToPaySection } from './TimeToPaySection.tsx'

/** The figures of a period: issued, due, collected and overdue, how and when people pay, and what will come in. */
export function ReportPage() {
  const { data: user } = useSuspenseQuery(meQuery)
  const { filters, change: changeFilters } = useReportFilters()
  const months = useQuery(monthsQuery(filters))
  const figures = useQuery(figuresQuery(filters))
  const accounts = useInfiniteQuery(accountsQuery(filters))
  const failed = [months, figures].find(({ isError }) => isError)
  /** Paper has every condominium: the pages that are not read yet are read first. */
  const print = async () => {
    let read = accounts
    while (read.hasNextPage) read = (await read.fetchNextPage()) as typeof accounts
    window.print()
  }
  return (
    <div className={styles.page}>
      <title>Report · Saldo</title>
      <PageTitle
        title="Report"
        summary={<Summary filters={filters} />}
        actions={
          <ResponsiveButton variant="default" icon={Printer} label="Stampa" onClick={() => void print()} />
        }
      />
      <Filters filters={filters} change={changeFilters} />
      {failed ? (
        <QueryError
          error={failed.error}
          what="Non riesco a mostrare il report"
          onRetry={() => void failed.refetch()}
        />
      ) : !months.data || !figures.data ? (
        <Loading what="il report">
          <TextSkeleton lines={10} />
        </Loading>
      ) : (
        <>
          <Sums report={months.data} overdue={figures.data.ageing?.overdue ?? null} filters={filters} />
          {figures.data.ageing === null && <p className={styles.note}>{refusalReason('bills:read')}</p>}
          <div className={`${styles.sections} ${reportStyles.parts}`}>
            <MonthByMonth report={months.data} filters={filters} />
            <ByAccountTable filters={filters} />
            <div className={styles.columns}>
              <Ageing ageing={figures.data.ageing} filters={filters} />
              <Ways ways={figures.data.ways} returnable={figures.data.returnable} filters={filters} />
            </div>
            <div className={styles.columns}>
              <TimeToPaySection filters={filters} />
              <FailedDebits debits={figures.data.debits} filters={filters} />
            </div>
            <Forecast forecast={figures.data.forecast} filters={filters} />
            {!user.flag_super_user && <ByMail />}
          </div>
        </>
      )}
    </div>
  )
}

/** The filters in words: on paper they stand here alone. */
function Summary({ filters: { from, to, account_ids } }: { filters: ReportFilters }) {
  const names = useAccountNames(account_ids)
  const period = from === to ? longMonth(from) : `da ${longMonth(from)} a ${longMonth(to)}`
  const whose = names.length === 0 ? 'Tutti i condomìni' : names.join(', ')
  return `${whose} · ${period} · al ${formatDate(today())}`
}

function Sums({
  report: { months, before },
  overdue,
  filters,
}: {
  report: MonthsReport
  overdue: number | null
  filters: ReportFilters
}) {
  const than = filters.compare === 'before' ? 'sui mesi prima' : 'sull’anno prima'
  const [collected, collectedBefore] = [sumOf(months, 'collected'), sumOf(before, 'collected')]
  const corrected = sumOf(months, 'corrected')
  const [issued, due, still_due] = [sumOf(months, 'issued'), sumOf(months, 'due'), sumOf(months, 'still_due')]
  return (
    <FigureStrip
      figures={[
        ...(issued === null
          ? []
          : [{ label: 'Emesso', amount: issued, foot: change(issued, sumOf(before, 'issued'), than) }]),
        ...(due === null || still_due === null
          ? []
          : [
              {
                label: 'In scadenza nel periodo',
                amount: due,
                foot: `ne mancano ${percent(still_due, due)}`,
              },
            ]),
        {
          ...{ label: 'Incassi netti', amount: collected ?? 0 },
          foot: corrected ? 'più le rettifiche, nella tabella' : change(collected, collectedBefore, than),
        },
        ...(overdue === null ? [] : [{ label: 'Scaduto oggi', amount: overdue, foot: 'di ogni periodo' }]),
      ]}
    />
  )
}

const percent = (part: number, whole: number) =>
  whole > 0 ? `${((part / whole) * 100).toLocaleString('it-IT', { maximumFractionDigits: 1 })} %` : '0 %'
