import { useQuery } from '@tanstack/react-query'
import { OnlyWorkingFor } from '../../records/OnlyWorkingFor.tsx'
import { TabColumn } from '../../records/RecordTabs.tsx'
import type { CustomerTabProps } from '../../records/record-tab.ts'
import { RecordError } from '../../ui/feedback/RecordError.tsx'
import { Bar, Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import type { Customer } from '../customers/customers-query.ts'
import { AccountAtProvider } from './AccountAtProvider.tsx'
import { providerAccountQuery } from './provider-account-query.ts'

/** The customer's account at the provider: state, missing data, actions. */
export function ProviderAccountTab({ customer }: CustomerTabProps) {
  return (
    <TabColumn>
      <OnlyWorkingFor customer={customer}>
        <Account customer={customer} />
      </OnlyWorkingFor>
    </TabColumn>
  )
}

function Account({ customer }: { customer: Customer }) {
  const { data: account, ...query } = useQuery(providerAccountQuery(customer.customer_id, 'stripe'))
  if (query.isError)
    return (
      <RecordError
        error={query.error}
        missing="Questo cliente non c’è"
        what="Non riesco a mostrare l’account"
        onRetry={() => void query.refetch()}
      />
    )
  if (!account)
    return (
      <Loading what="l’account">
        <Bar width={200} height={28} />
        <TextSkeleton lines={8} />
      </Loading>
    )
  return <AccountAtProvider account={account} />
}
