import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/buttons/PlainButton.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import links from '../../ui/layout/Links.module.css'
import rows from '../../ui/layout/RowList.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import styles from './Agents.module.css'
import { type AgentCustomer, agentsOfCustomerQuery } from './agent-query.ts'
import { isCurrent } from './agent-words.ts'
import { formatPeriod } from './commissions/format-period.ts'

const AssignDialog = lazyWithRetry(() => import('./AssignDialog.tsx'))
const AssignmentDialog = lazyWithRetry(() => import('./AssignmentDialog.tsx'))

/** The section of a customer's page with its present and past agents, and a change of agent. */
export function AgentOfCustomer({ customer }: { customer: { customer_id: number; business_name: string } }) {
  const { data: all, ...query } = useQuery(agentsOfCustomerQuery(customer.customer_id))
  const [assigning, setAssigning] = useState(false)
  const [moved, move] = useState<AgentCustomer | null>(null)
  const current = all?.find(isCurrent)
  return (
    <Section
      title="Agente"
      action={
        all && (
          <LinkButton onClick={() => setAssigning(true)}>
            {current ? 'Cambia agente' : 'Assegna un agente'}
          </LinkButton>
        )
      }
    >
      {query.isError ? (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare l’agente"
          onRetry={() => void query.refetch()}
        />
      ) : !all ? (
        <Loading what="l’agente">
          <TextSkeleton lines={2} />
        </Loading>
      ) : all.length === 0 ? (
        <p className={rows.dim}>Non lo segue nessun agente.</p>
      ) : (
        <ul className={rows.list} aria-label="Agenti">
          {all.map((assignment) => (
            <li key={assignment.agent_customer_id}>
              <div className={styles.name}>
                <Link {...paths.agentPage(assignment.agent_id)} className={links.link}>
                  {assignment.agent_name}
                </Link>
                <p>{formatPeriod(assignment)}</p>
              </div>
              <LinkButton
                aria-label={`Cambia le date di ${assignment.agent_name}`}
                onClick={() => move(assignment)}
              >
                Cambia le date
              </LinkButton>
            </li>
          ))}
        </ul>
      )}
      <Suspense fallback={null}>
        {assigning && (
          <AssignDialog
            customer={customer}
            replaces={current?.agent_name ?? null}
            onClose={() => setAssigning(false)}
          />
        )}
        {moved && <AssignmentDialog assignment={moved} onClose={() => move(null)} />}
      </Suspense>
    </Section>
  )
}
