import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { LoadedRecord } from '../../ui/feedback/LoadedRecord.tsx'
import links from '../../ui/layout/Links.module.css'
import { type Agent, agentQuery } from './agent-query.ts'

/** Loads an agent for a page of its own. `tabTitle`: the page's title, if it is not the name. */
export function LoadedAgent({
  id,
  tabTitle,
  children,
}: {
  id: number
  tabTitle?: string
  children: (agent: Agent) => ReactNode
}) {
  const query = useQuery(agentQuery(id))
  const name = query.data?.name
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
      name={name ?? `n. ${id}`}
      tabTitle={tabTitle ?? name ?? 'Agente'}
    >
      {children}
    </LoadedRecord>
  )
}
