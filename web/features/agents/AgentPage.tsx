import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { EditPencil } from 'iconoir-react'
import { paths } from '../../paths.ts'
import type { Query } from '../../ui/grid/list.ts'
import { Icon } from '../../ui/Icon.tsx'
import links from '../../ui/Links.module.css'
import { LoadedRecord } from '../../ui/LoadedRecord.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { RecordTabs } from '../../ui/RecordTabs.tsx'
import { agentQuery } from './agent-query.ts'
import { agentTabs, tabNamed } from './agent-tabs.ts'

/** An agent's own page; its tabs are in agent-tabs.ts. */
export function AgentPage() {
  const id = Number(useParams({ strict: false }).id)
  const query = useQuery(agentQuery(id))
  const open = tabNamed((useSearch({ strict: false }) as Query).tab)
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
            label="Parti dell’agente"
            open={open.label}
            links={agentTabs.map((tab, index) => (
              <Link
                key={tab.id}
                {...paths.agentPage(id, index === 0 ? undefined : tab.id)}
                activeOptions={{ exact: true }}
                aria-current={tab.id === open.id ? 'page' : undefined}
              >
                {tab.label}
              </Link>
            ))}
          >
            <open.Tab key={id} agent={agent} />
          </RecordTabs>
        </>
      )}
    </LoadedRecord>
  )
}
