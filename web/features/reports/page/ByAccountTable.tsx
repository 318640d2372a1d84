import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import { Amount } from '../../../ui/data/Amount.tsx'
import { OverdueAmount } from '../../../ui/data/OverdueAmount.tsx'
import { QueryError } from '../../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../../ui/feedback/Skeleton.tsx'
import linkStyles from '../../../ui/layout/Links.module.css'
import { FiguresTable } from '../FiguresTable.tsx'
import styles from '../Reports.module.css'
import { ReportSection } from './ReportSection.tsx'
import type { ReportFilters } from './report-address.ts'
import { type AccountReport, accountsQuery, accountTotalsQuery } from './report-query.ts'

/** The figures of the period by condominium, with the sums of all of them. */
export function ByAccountTable({ filters }: { filters: ReportFilters }) {
  const query = useInfiniteQuery(accountsQuery(filters))
  const totals = useQuery(accountTotalsQuery(filters)).data
  const rows = query.data?.pages.flatMap(({ items }) => items)
  const sum = (figure: Exclude<keyof AccountReport, 'account_id' | 'name'>) =>
    totals && <Amount cents={totals[figure]} />
  const table = query.isError ? (
    <QueryError
      error={query.error}
      what="Non riesco a mostrare i condomìni"
      onRetry={() => void query.refetch()}
    />
  ) : !rows ? (
    <Loading what="i condomìni">
      <TextSkeleton lines={4} />
    </Loading>
  ) : rows.length === 0 ? (
    <p className={styles.note}>Nessun condominio ha importi in questo periodo.</p>
  ) : (
    <FiguresTable
      label="Per condominio"
      rows={rows}
      rowKey={({ account_id }) => account_id}
      columns={[
        {
          header: 'Condominio',
          cell: ({ account_id, name }) => (
            <Link {...paths.accountPage(account_id)} className={linkStyles.link}>
              {name}
            </Link>
          ),
          total:
            totals && (totals.count === 1 ? 'Totale, 1 condominio' : `Totale, ${totals.count} condomìni`),
        },
        ...(rows[0]?.due === null
          ? []
          : [
              {
                header: 'In scadenza',
                wide: true as const,
                cell: ({ due }: AccountReport) => <Amount cents={due} />,
                total: sum('due'),
              },
            ]),
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
          total: sum('collected'),
        },
        {
          header: filters.compare === 'before' ? 'Incassi dei mesi prima' : 'Incassi dell’anno prima',
          wide: true as const,
          cell: ({ collected_before }) => <Amount cents={collected_before} />,
          total: sum('collected_before'),
        },
        ...(rows[0]?.residue === null
          ? []
          : [
              {
                header: 'Da incassare oggi',
                wide: true as const,
                cell: ({ residue }: AccountReport) => <Amount cents={residue} />,
                total: sum('residue'),
              },
              {
                header: 'Scaduto oggi',
                cell: ({ overdue }: AccountReport) => <OverdueAmount cents={overdue} />,
                total: sum('overdue'),
              },
            ]),
      ]}
    />
  )
  return (
    <ReportSection
      title="Per condominio"
      of="accounts"
      filters={filters}
      table={
        <>
          {table}
          {query.hasNextPage && (
            <div className={styles.more}>
              <Button
                variant="default"
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                Mostra altri
              </Button>
            </div>
          )}
        </>
      }
    />
  )
}
