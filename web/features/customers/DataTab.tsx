import { WaitingContact } from '../../records/contact-changes/WaitingContact.tsx'
import { TabColumn } from '../../records/RecordTabs.tsx'
import type { CustomerTabProps } from '../../records/record-tab.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { AgentOfCustomer } from '../agents/AgentOfCustomer.tsx'
import styles from './Customer.module.css'
import { CustomerActivation } from './CustomerActivation.tsx'
import { CustomerFacts } from './CustomerFacts.tsx'

export function DataTab({ customer }: CustomerTabProps) {
  return (
    <TabColumn>
      <CustomerActivation customer={customer} />
      <WaitingContact of={{ noun: 'customers', id: customer.customer_id }} />
      <div className={styles.facts}>
        <Section title="Dati">
          <CustomerFacts customer={customer} />
        </Section>
      </div>
      <div className={styles.facts}>
        <AgentOfCustomer customer={customer} />
      </div>
    </TabColumn>
  )
}
