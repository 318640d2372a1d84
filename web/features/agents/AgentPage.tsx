import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { EditPencil } from 'iconoir-react'
import { paths } from '../../paths.ts'
import { RecordTabs } from '../../records/RecordTabs.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { LoadedAgent } from './LoadedAgent.tsx'

/** An agent's own page. */
export function AgentPage() {
  const id = Number(useParams({ strict: false }).id)
  return (
    <LoadedAgent id={id}>
      {(agent) => (
        <>
          <PageTitle
            title={agent.name}
            summary={agent.email}
            actions={
              <Button
                variant="default"
                leftSection={<Icon of={EditPencil} />}
                renderRoot={(props) => <Link {...paths.editAgent(id)} {...props} />}
              >
                Modifica
              </Button>
            }
          />
          <RecordTabs
            of="agent"
            label="Parti dell’agente"
            page={(tab) => paths.agentPage(id, tab)}
            tabProps={{ agent }}
          />
        </>
      )}
    </LoadedAgent>
  )
}
