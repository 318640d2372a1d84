import { Button } from '@mantine/core'
import { formatEuro } from '@saldo/domain/money'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { Amount } from '../../../ui/data/Amount.tsx'
import { QueryError } from '../../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../../ui/feedback/Skeleton.tsx'
import { percentOfBps } from '../../../ui/format/percent.ts'
import links from '../../../ui/layout/Links.module.css'
import rows from '../../../ui/layout/RowList.module.css'
import styles from '../Agents.module.css'
import type { CommissionMonth } from '../agent-query.ts'

/** Commissions by customer: a single line on the total while the month is open, a double one once it is closed. */
export function CommissionLines({ month }: { month: CommissionMonth }) {
  const { agent_id, month: which, status } = month
  const query = useInfiniteQuery({
    queryKey: ['agents', 'commission-lines', agent_id, which],
    queryFn: ({ pageParam, signal }) =>
      api('GET /v1/agents/commissions/{agent_id}/{month}/lines', {
        params: { agent_id, month: which },
        query: { limit: 50, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })
  const lines = query.data?.pages.flatMap(({ items }) => items)
  if (query.isError)
    return (
      <QueryError
        error={query.error}
        what="Non riesco a mostrare i clienti del mese"
        onRetry={() => void query.refetch()}
      />
    )
  if (!lines)
    return (
      <Loading what="i clienti del mese">
        <TextSkeleton lines={4} />
      </Loading>
    )
  if (lines.length === 0)
    return <p className={rows.dim}>In questo mese i suoi clienti non hanno pagamenti con commissioni.</p>
  return (
    <>
      <table className={styles.table} aria-label="Clienti del mese">
        <thead>
          <tr>
            <th scope="col">Cliente</th>
            <th scope="col" data-align="right">
              Provvigione
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.customer_id}>
              <td>
                <Link {...paths.customerPage(line.customer_id)} className={links.link}>
                  {line.business_name}
                </Link>
                <p>
                  {percentOfBps(line.commission_bps)} di {formatEuro(line.base_cents)}
                  {line.reversed_cents > 0 &&
                    `: trattenuti ${formatEuro(line.fees_cents)}, restituiti ${formatEuro(line.reversed_cents)}`}
                </p>
              </td>
              <td data-align="right">
                <Amount cents={line.commission_cents} />
              </td>
            </tr>
          ))}
        </tbody>
        {!query.hasNextPage && (
          <tfoot>
            <tr>
              <td>Totale</td>
              <td data-align="right">
                <Amount
                  cents={month.commission_cents}
                  total={status === 'closed' || status === 'paid' ? 'closed' : 'open'}
                />
              </td>
            </tr>
          </tfoot>
        )}
      </table>
      {query.hasNextPage && (
        <Button
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Mostra altri clienti
        </Button>
      )}
    </>
  )
}
