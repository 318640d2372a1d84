import { WaitingContact } from '../../records/contact-changes/WaitingContact.tsx'
import type { CustomerTabProps } from '../../records/record-tab.ts'
import { RecordColumns } from '../../ui/layout/RecordPage.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { AgentOfCustomer } from '../agents/AgentOfCustomer.tsx'
import styles from './Customer.module.css'
import { CustomerActivation } from './CustomerActivation.tsx'
import { CustomerFacts } from './CustomerFacts.tsx'

/** Activation and data of a customer; beside them what waits, and the agent. */
export function DataTab({ customer }: CustomerTabProps) {
  return (
    <RecordColumns
      main={
        <>
          <CustomerActivation customer={customer} />
          <div className={styles.facts}>
            <Section title="Dati">
              <CustomerFacts customer={customer} />
            </Section>
          </div>
        </>
      }
      side={
        <>
          <WaitingContact of={{ noun: 'customers', id: customer.customer_id }} />
          <AgentOfCustomer customer={customer} />
        </>
      }
    />
  )
}
