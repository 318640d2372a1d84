import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { Plus } from 'iconoir-react'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { newKey } from '../../ui/grid/useListKeys.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { AgentPanel } from './AgentPanel.tsx'
import { agentsList } from './agents-list.tsx'

/** The back office's agents: how many customers each has, and commissions still to pay. */
export function AgentsList() {
  const navigate = useNavigate()
  return (
    <DataGrid
      list={agentsList}
      title="Agenti"
      actions={
        <Button
          leftSection={<Icon of={Plus} />}
          aria-keyshortcuts={newKey}
          renderRoot={(props) => <Link {...paths.newAgent()} {...props} />}
        >
          Nuovo
        </Button>
      }
      empty={
        <EmptyState title="Nessun agente">
          Un agente segue dei clienti e ne riceve una provvigione, mese per mese. Aggiungi il primo con
          «Nuovo».
        </EmptyState>
      }
      detail={({ id, row, steps }) => <AgentPanel key={id} id={Number(id)} row={row} steps={steps} />}
      onExpand={(id) => void navigate(paths.agentPage(Number(id)))}
    />
  )
}
