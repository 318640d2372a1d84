import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { TabColumn } from '../../records/RecordTabs.tsx'
import type { AgentTabProps } from '../../records/record-tab.ts'
import { LinkButton } from '../../ui/buttons/PlainButton.tsx'
import { ReasonedButton } from '../../ui/buttons/ReasonedButton.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import links from '../../ui/layout/Links.module.css'
import rows from '../../ui/layout/RowList.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import styles from './Agents.module.css'
import type { AgentCustomer } from './agent-query.ts'
import { formatPeriod } from './commissions/format-period.ts'

const AssignDialog = lazyWithRetry(() => import('./AssignDialog.tsx'))
const AssignmentDialog = lazyWithRetry(() => import('./AssignmentDialog.tsx'))

/** Present and past customers of the agent, latest first. */
export function CustomersTab({ agent }: AgentTabProps) {
  const { agent_id } = agent
  const [assigning, setAssigning] = useState(false)
  const [moved, move] = useState<AgentCustomer | null>(null)
  const query = useInfiniteQuery({
    queryKey: ['agents', 'customers', agent_id],
    queryFn: ({ pageParam, signal }) =>
      api('GET /v1/agents/assignments', {
        query: { agent_id, limit: 50, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })
  const all = query.data?.pages.flatMap(({ items }) => items)
  return (
    <TabColumn>
      <div className={styles.narrow}>
        <Section
          title="Clienti"
          action={
            <ReasonedButton
              variant="default"
              why={agent.status === 'ended' ? 'Non è più agente: prima riattivalo.' : null}
              onClick={() => setAssigning(true)}
            >
              Assegna un cliente
            </ReasonedButton>
          }
        >
          {query.isError ? (
            <QueryError
              error={query.error}
              what="Non riesco a mostrare i clienti"
              onRetry={() => void query.refetch()}
            />
          ) : !all ? (
            <Loading what="i clienti">
              <TextSkeleton lines={4} />
            </Loading>
          ) : all.length === 0 ? (
            <EmptyState title="Nessun cliente">
              Assegna il primo: da quel giorno matura la provvigione, e il cliente vede chi lo segue.
            </EmptyState>
          ) : (
            <ul className={rows.list} aria-label="Clienti">
              {all.map((assignment) => (
                <li key={assignment.agent_customer_id}>
                  <div className={styles.name}>
                    <Link {...paths.customerPage(assignment.customer_id)} className={links.link}>
                      {assignment.business_name}
                    </Link>
                    <p>{formatPeriod(assignment)}</p>
                  </div>
                  <LinkButton
                    aria-label={`Cambia le date di ${assignment.business_name}`}
                    onClick={() => move(assignment)}
                  >
                    Cambia le date
                  </LinkButton>
                </li>
              ))}
            </ul>
          )}
          {query.hasNextPage && (
            <Button
              variant="default"
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              Mostra i precedenti
            </Button>
          )}
        </Section>
      </div>
      <Suspense fallback={null}>
        {assigning && <AssignDialog agent={agent} onClose={() => setAssigning(false)} />}
        {moved && <AssignmentDialog assignment={moved} onClose={() => move(null)} />}
      </Suspense>
    </TabColumn>
  )
}
