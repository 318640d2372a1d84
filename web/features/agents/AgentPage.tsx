import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { EditPencil } from 'iconoir-react'
import { paths } from '../../paths.ts'
import { RecordTabs } from '../../records/RecordTabs.tsx'
import { LoadedRecord } from '../../ui/feedback/LoadedRecord.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import links from '../../ui/layout/Links.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { agentQuery } from './agent-query.ts'

/** An agent's own page. */
export function AgentPage() {
  const id = Number(useParams({ strict: false }).id)
  const query = useQuery(agentQuery(id))
  return (
    <LoadedRecord
      query={query}
      the="l’agente"
      missing="Questo agente non c’è"
      list={
        <Link {...paths.agents()} className={links.link}>
          Agenti
        </Link>
      }
      name={query.data?.name ?? `n. ${id}`}
      tabTitle={query.data?.name ?? 'Agente'}
    >
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
    </LoadedRecord>
  )
}
