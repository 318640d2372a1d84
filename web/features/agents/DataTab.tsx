import { TabColumn } from '../../records/RecordTabs.tsx'
import type { AgentTabProps } from '../../records/record-tab.ts'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import rows from '../../ui/layout/RowList.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { AgentActions } from './AgentActions.tsx'
import { AgentFacts } from './AgentFacts.tsx'
import styles from './Agents.module.css'
import { agentStates } from './agent-words.ts'

export function DataTab({ agent }: AgentTabProps) {
  return (
    <TabColumn>
      <div className={rows.stack}>
        <StateLabel state={agentStates[agent.status]} tinted />
        <AgentActions agent={agent} />
      </div>
      <div className={styles.narrow}>
        <Section title="Dati">
          <AgentFacts agent={agent} />
        </Section>
      </div>
    </TabColumn>
  )
}
