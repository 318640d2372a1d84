import { paymentDelays } from '@saldo/domain/reports/payment-delays'
import { useQuery } from '@tanstack/react-query'
import { Amount } from '../../../ui/data/Amount.tsx'
import { QueryError } from '../../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../../ui/feedback/Skeleton.tsx'
import { BarList } from '../BarList.tsx'
import { FiguresTable } from '../FiguresTable.tsx'
import styles from '../Reports.module.css'
import { ReportSection } from './ReportSection.tsx'
import type { ReportFilters } from './report-address.ts'
import { timeToPayQuery } from './report-query.ts'

const whole = new Intl.NumberFormat('it-IT', { useGrouping: 'always' })

/** How long after the due date people paid: median and distribution. */
export function TimeToPaySection({ filters }: { filters: ReportFilters }) {
  const { data, ...query } = useQuery(timeToPayQuery(filters))
  const rows = paymentDelays.map(({ id, label }) => {
    const { count = 0, amount = 0 } = data?.delays.find((each) => each.id === id) ?? {}
    return { id, label, count, amount }
  })
  const paid = rows.reduce((all, { count }) => all + count, 0)
  const parts = (count: number) => (count === 1 ? '1 rata' : `${whole.format(count)} rate`)
  return (
    <ReportSection
      title="Tempi di pagamento"
      of="time_to_pay"
      filters={filters}
      chart={
        paid > 0 ? (
          <BarList
            label="Giorni dalla scadenza al pagamento"
            rows={rows.map(({ id, label, count }) => ({ id, label, value: count, text: parts(count) }))}
          />
        ) : undefined
      }
      table={
        query.isError ? (
          <QueryError
            error={query.error}
            what="Non riesco a mostrare i tempi"
            onRetry={() => void query.refetch()}
          />
        ) : !data ? (
          <Loading what="i tempi di pagamento">
            <TextSkeleton lines={4} />
          </Loading>
        ) : paid === 0 ? (
          <p className={styles.note}>Nessuna rata pagata in questo periodo.</p>
        ) : (
          <FiguresTable
            label="Giorni dalla scadenza al pagamento"
            rows={rows}
            rowKey={({ id }) => id}
            columns={[
              { header: 'Pagata', cell: ({ label }) => label, total: 'Totale' },
              {
                header: 'Rate',
                cell: ({ count }) => whole.format(count),
                total: whole.format(paid),
              },
              {
                header: 'Importo',
                cell: ({ amount }) => <Amount cents={amount} />,
                total: <Amount cents={rows.reduce((all, { amount }) => all + amount, 0)} />,
              },
            ]}
          />
        )
      }
      note={typeof data?.median === 'number' ? medianSentence(data.median) : undefined}
    />
  )
}

function medianSentence(median: number): string {
  const days = Math.abs(median) === 1 ? 'un giorno' : `${Math.abs(median)} giorni`
  const when =
    median === 0 ? 'il giorno della scadenza' : `${days} ${median > 0 ? 'dopo la' : 'prima della'} scadenza`
  return `La mediana è ${when}: metà delle rate arriva entro quel giorno, metà dopo.`
}
