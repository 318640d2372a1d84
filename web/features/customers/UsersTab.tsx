import { useQuery } from '@tanstack/react-query'
import { TabColumn } from '../../records/RecordTabs.tsx'
import type { CustomerTabProps } from '../../records/record-tab.ts'
import { MailLink } from '../../ui/data/ContactLinks.tsx'
import { TwoLineCell } from '../../ui/data/TwoLineCell.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { formatCountOf } from '../../ui/grid/list.ts'
import rows from '../../ui/layout/RowList.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { usersOfCustomerQuery } from './customer-query.ts'

/** Users of the customer. */
export function UsersTab({ customer }: CustomerTabProps) {
  const { data: users, ...query } = useQuery(usersOfCustomerQuery(customer.customer_id))
  return (
    <TabColumn>
      {query.isError ? (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare gli utenti"
          onRetry={() => void query.refetch()}
        />
      ) : !users ? (
        <Loading what="gli utenti">
          <TextSkeleton lines={4} />
        </Loading>
      ) : users.length === 0 ? (
        <EmptyState title="Nessun utente">Nessuno può ancora entrare per questo cliente.</EmptyState>
      ) : (
        <Section title={formatCountOf(users.length, { one: 'utente', many: 'utenti' })}>
          <ul className={rows.list} aria-label="Utenti">
            {users.map(({ user_id, nominative, user_name, email }) => (
              <li key={user_id}>
                <TwoLineCell first={nominative} second={`nome utente ${user_name}`} />
                {email ? <MailLink email={email} /> : <span className={rows.dim}>senza e-mail</span>}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </TabColumn>
  )
}
