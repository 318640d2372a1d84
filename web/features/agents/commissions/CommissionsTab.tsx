import { Button } from '@mantine/core'
import { formatMonth } from '@saldo/domain/payments/commissions'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { api } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { TabColumn } from '../../../records/RecordTabs.tsx'
import type { AgentTabProps } from '../../../records/record-tab.ts'
import { Amount } from '../../../ui/data/Amount.tsx'
import { Rows } from '../../../ui/data/Rows.tsx'
import { StateLabel } from '../../../ui/data/StateLabel.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { QueryError } from '../../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../../ui/feedback/Skeleton.tsx'
import { formatCountOf, type Query } from '../../../ui/grid/list.ts'
import links from '../../../ui/layout/Links.module.css'
import { Section } from '../../../ui/layout/Section.tsx'
import styles from '../Agents.module.css'
import { stateOf } from '../agent-words.ts'
import { CommissionMonthSection } from './CommissionMonthSection.tsx'

/** Commissions by month, or of the month in the address. */
export function CommissionsTab({ agent }: AgentTabProps) {
  const { mese } = useSearch({ strict: false }) as Query
  return (
    <TabColumn>
      <div className={styles.narrow}>
        {mese && /^20\d\d-(0[1-9]|1[0-2])$/.test(mese) ? (
          <CommissionMonthSection key={mese} agent={agent} month={mese} />
        ) : (
          <Months agent={agent} />
        )}
      </div>
    </TabColumn>
  )
}

function Months({ agent: { agent_id } }: AgentTabProps) {
  const query = useInfiniteQuery({
    queryKey: ['agents', 'commissions', agent_id],
    queryFn: ({ pageParam, signal }) =>
      api('GET /v1/agents/commissions/{agent_id}', {
        params: { agent_id },
        query: { limit: 12, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })
  const months = query.data?.pages.flatMap(({ items }) => items)
  return (
    <Section title="Provvigioni">
      {query.isError ? (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare le provvigioni"
          onRetry={() => void query.refetch()}
        />
      ) : !months ? (
        <Loading what="le provvigioni">
          <TextSkeleton lines={8} />
        </Loading>
      ) : months.length === 0 ? (
        <EmptyState title="Nessuna provvigione">
          Maturano dai pagamenti dei suoi clienti: assegnagli il primo.
        </EmptyState>
      ) : (
        <Rows
          label="Mesi"
          none=""
          rows={months.map((month) => ({
            id: month.month,
            name: (
              <Link {...paths.agentMonth(agent_id, month.month)} className={links.link}>
                {formatMonth(month.month)}
              </Link>
            ),
            when: formatCountOf(month.customers_count, { one: 'cliente', many: 'clienti' }),
            amount: <Amount cents={month.commission_cents} />,
            state: <StateLabel state={stateOf(month)} />,
          }))}
        />
      )}
      {query.hasNextPage && (
        <Button
          variant="default"
          mt={12}
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Mostra i mesi precedenti
        </Button>
      )}
    </Section>
  )
}
