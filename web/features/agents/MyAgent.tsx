import { formatDate } from '@saldo/domain/dates'
import { useQuery } from '@tanstack/react-query'
import { MailLink, PhoneLink } from '../../ui/data/ContactLinks.tsx'
import { Facts } from '../../ui/data/Facts.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import styles from './Agents.module.css'
import { myAgentQuery } from './agent-query.ts'

/** Shows an office its agent and how to reach them. */
export function MyAgent() {
  const { data, ...query } = useQuery(myAgentQuery)
  return (
    <div className={styles.mine}>
      <PageTitle title="Il tuo agente" />
      {query.isError ? (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare chi ti segue"
          onRetry={() => void query.refetch()}
        />
      ) : !data ? (
        <Loading what="chi ti segue">
          <TextSkeleton lines={3} />
        </Loading>
      ) : data.agent === null ? (
        <EmptyState title="Nessun agente">
          Per ora non ti segue nessun agente: per qualsiasi cosa scrivi all’assistenza.
        </EmptyState>
      ) : (
        <div className={styles.narrow}>
          <Facts
            rows={[
              ['Nome', data.agent.name],
              ['E-mail', <MailLink key="email" email={data.agent.email} />],
              ['Telefono', data.agent.phone && <PhoneLink key="phone" phone={data.agent.phone} />],
              ['Ti segue dal', formatDate(data.agent.from_date)],
            ]}
          />
        </div>
      )}
    </div>
  )
}
