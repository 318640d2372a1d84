import { RecordColumns } from '../../ui/RecordPage.tsx'
import { Section } from '../../ui/Section.tsx'
import { LatestBills } from '../bills/LatestBills.tsx'
import { AccountFigures } from './AccountFigures.tsx'
import type { AccountTabProps } from './account-tabs.ts'

export default function BillsTab({ account }: AccountTabProps) {
  return (
    <RecordColumns
      main={<LatestBills of={{ account_id: account.account_id }} />}
      side={
        <Section title="Incassi">
          <AccountFigures account={account} />
        </Section>
      }
    />
  )
}
