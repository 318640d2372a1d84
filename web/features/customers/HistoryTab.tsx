import { RecordTab } from '../../ui/RecordTabs.tsx'
import { HistoryOf } from '../audit/HistoryOf.tsx'
import type { CustomerTabProps } from './customer-tabs.ts'
import { OnlyWorkingFor } from './OnlyWorkingFor.tsx'

/** What was changed of the customer itself. */
export default function HistoryTab({ customer }: CustomerTabProps) {
  return (
    <RecordTab>
      <OnlyWorkingFor customer={customer}>
        <HistoryOf noun="customers" record={customer.customer_id} />
      </OnlyWorkingFor>
    </RecordTab>
  )
}
