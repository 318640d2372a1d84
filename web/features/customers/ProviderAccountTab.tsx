import { useQuery } from '@tanstack/react-query'
import { RecordError } from '../../ui/RecordError.tsx'
import { RecordTab } from '../../ui/RecordTabs.tsx'
import { Bar, Loading, TextSkeleton } from '../../ui/Skeleton.tsx'
import { AccountAtProvider } from '../provider-accounts/AccountAtProvider.tsx'
import { providerAccountQuery } from '../provider-accounts/provider-account-query.ts'
import type { CustomerTabProps } from './customer-tabs.ts'
import type { Customer } from './customers-query.ts'
import { OnlyWorkingFor } from './OnlyWorkingFor.tsx'

/** The customer's account at the provider: its state, what is missing, what may be done. */
export default function ProviderAccountTab({ customer }: CustomerTabProps) {
  return (
    <RecordTab>
      <OnlyWorkingFor customer={customer}>
        <Account customer={customer} />
      </OnlyWorkingFor>
    </RecordTab>
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
