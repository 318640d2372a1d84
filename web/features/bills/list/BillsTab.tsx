import type { AccountTabProps, SubjectTabProps } from '../../../records/record-tab.ts'
import { RecordColumns } from '../../../ui/layout/RecordPage.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { AccountFigures } from '../../accounts/AccountFigures.tsx'
import { SubjectFigures } from '../../subjects/SubjectFigures.tsx'
import { LatestBills } from './LatestBills.tsx'

export const AccountBillsTab = ({ account }: AccountTabProps) => (
  <RecordColumns
    main={<LatestBills of={{ account_id: account.account_id }} />}
    side={
      account.residue !== null && (
        <Section title="Incassi">
          <AccountFigures account={account} />
        </Section>
      )
    }
  />
)

export const SubjectBillsTab = ({ subject }: SubjectTabProps) => (
  <RecordColumns
    main={<LatestBills of={{ subject_id: subject.subject_id }} />}
    side={
      subject.residue !== null && (
        <Section title="Quanto deve">
          <SubjectFigures subject={subject} />
        </Section>
      )
    }
  />
)
