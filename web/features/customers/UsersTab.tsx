import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
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
import { letBuyServices } from './customer-acts.ts'
import { type UserOfCustomer, usersOfCustomerQuery } from './customer-query.ts'

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
            {users.map((user) => (
              <li key={user.user_id}>
                <TwoLineCell first={user.nominative} second={`nome utente ${user.user_name}`} />
                {user.email ? (
                  <MailLink email={user.email} />
                ) : (
                  <span className={rows.dim}>senza e-mail</span>
                )}
                <MayBuy user={user} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </TabColumn>
  )
}

/** Whether the user may buy services of Saldo; the switch shows the new answer at once, and the old one if it failed. */
function MayBuy({ user }: { user: UserOfCustomer }) {
  const [wanted, want] = useState<boolean | null>(null)
  const set = async (may_buy: boolean) => {
    want(may_buy)
    await letBuyServices(user, may_buy)
    want(null)
  }
  return (
    <Switch
      label="Può acquistare servizi"
      aria-label={`${user.nominative} può acquistare servizi`}
      checked={wanted ?? user.flag_can_buy_service_is_active}
      disabled={wanted !== null}
      onChange={({ currentTarget }) => void set(currentTarget.checked)}
    />
  )
}
