import { RecordTab } from '../../ui/RecordTabs.tsx'
import { Section } from '../../ui/Section.tsx'
import { StateLabel } from '../../ui/StateLabel.tsx'
import { AgentActions } from './AgentActions.tsx'
import { AgentFacts } from './AgentFacts.tsx'
import styles from './Agents.module.css'
import type { AgentTabProps } from './agent-tabs.ts'
import { agentStates } from './agent-words.ts'

export default function DataTab({ agent }: AgentTabProps) {
  return (
    <RecordTab>
      <div className={styles.state}>
        <StateLabel state={agentStates[agent.status]} tinted />
        <AgentActions agent={agent} />
      </div>
      <div className={styles.narrow}>
        <Section title="Dati">
          <AgentFacts agent={agent} />
        </Section>
      </div>
    </RecordTab>
  )
}
