import { Button } from '@mantine/core'
import { useChangeCustomer } from '../../session/useChangeCustomer.ts'
import { useChosenCustomer } from '../../session/useChosenCustomer.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { RecordTab } from '../../ui/RecordTabs.tsx'
import { HistoryOf } from '../audit/HistoryOf.tsx'
import type { AgentTabProps } from './agent-tabs.ts'

/** What was changed of the agent: the back office's own, so it shows to whoever works for nobody in particular. */
export default function HistoryTab({ agent }: AgentTabProps) {
  const chosen = useChosenCustomer()
  const changing = useChangeCustomer()
  return (
    <RecordTab>
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
    </RecordTab>
  )
}
