import { RecordTab } from '../../ui/RecordTabs.tsx'
import { Section } from '../../ui/Section.tsx'
import { AgentOfCustomer } from '../agents/AgentOfCustomer.tsx'
import styles from './Customer.module.css'
import { CustomerActivation } from './CustomerActivation.tsx'
import { CustomerFacts } from './CustomerFacts.tsx'
import type { CustomerTabProps } from './customer-tabs.ts'

export default function DataTab({ customer }: CustomerTabProps) {
  return (
    <RecordTab>
      <CustomerActivation customer={customer} />
      <div className={styles.facts}>
        <Section title="Dati">
          <CustomerFacts customer={customer} />
        </Section>
      </div>
      <div className={styles.facts}>
        <AgentOfCustomer customer={customer} />
      </div>
    </RecordTab>
  )
}
