import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { OnlyWorkingFor } from '../../records/OnlyWorkingFor.tsx'
import { TabColumn } from '../../records/RecordTabs.tsx'
import type {
  AccountTabProps,
  AgentTabProps,
  CustomerTabProps,
  SubjectTabProps,
} from '../../records/record-tab.ts'
import { useChangeCustomer } from '../../session/customer/useChangeCustomer.ts'
import { useChosenCustomer } from '../../session/customer/useChosenCustomer.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { HistoryOf } from './HistoryOf.tsx'

/** The one section of the tab, not wider than one reads from a field's name to its value. */
const History = ({ children }: { children: ReactNode }) => (
  <TabColumn>
    <div style={{ maxWidth: 760 }}>
      <Section title="Storia">{children}</Section>
    </div>
  </TabColumn>
)

/** Changes of the condominium and of all that belongs to it. */
export const AccountHistoryTab = ({ account }: AccountTabProps) => (
  <History>
    <HistoryOf account={account.account_id} />
  </History>
)

export const SubjectHistoryTab = ({ subject }: SubjectTabProps) => (
  <History>
    <HistoryOf noun="subjects" record={subject.subject_id} />
  </History>
)

/** Changes of the customer itself. */
export const CustomerHistoryTab = ({ customer }: CustomerTabProps) => (
  <History>
    <OnlyWorkingFor customer={customer}>
      <HistoryOf noun="customers" record={customer.customer_id} />
    </OnlyWorkingFor>
  </History>
)

/** Changes of the agent. They are in the back office's own log, which is readable only while no customer is chosen. */
export function AgentHistoryTab({ agent }: AgentTabProps) {
  const chosen = useChosenCustomer()
  const changing = useChangeCustomer()
  return (
    <History>
      {chosen === null ? (
        <HistoryOf noun="agents" record={agent.agent_id} />
      ) : (
        <EmptyState
          title="Stai lavorando per un cliente"
          action={
            <Button loading={changing.busy !== null} onClick={() => void changing.go(null)}>
              Torna a tutti i clienti
            </Button>
          }
        >
          La storia degli agenti si vede quando non lavori per nessun cliente in particolare.
        </EmptyState>
      )}
    </History>
  )
}
