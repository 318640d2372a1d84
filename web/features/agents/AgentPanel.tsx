import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { RecordError } from '../../ui/feedback/RecordError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import links from '../../ui/layout/Links.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { DetailPanel, type PanelSteps } from '../../ui/overlay/DetailPanel.tsx'
import { AgentFacts } from './AgentFacts.tsx'
import styles from './Agents.module.css'
import { type Agent, agentQuery } from './agent-query.ts'
import { agentStates } from './agent-words.ts'

/** An agent beside the list: data, links to their customers and commissions. */
export function AgentPanel({ id, row, steps }: { id: number; row: Agent | undefined; steps: PanelSteps }) {
  const navigate = useNavigate()
  const { data: agent, ...query } = useQuery({ ...agentQuery(id), placeholderData: row })
  return (
    <DetailPanel
      number={String(id)}
      title={agent?.name ?? 'Agente'}
      subtitle={agent?.email}
      steps={steps}
      onExpand={() => void navigate(paths.agentPage(id))}
    >
      {query.isError && (
        <RecordError
          error={query.error}
          missing="Questo agente non c’è"
          what="Non riesco a mostrare l’agente"
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && (
        <Loading what="l’agente">
          <TextSkeleton lines={6} />
        </Loading>
      )}
      {agent && !query.isError && (
        <>
          <div>
            <StateLabel state={agentStates[agent.status]} tinted />
          </div>
          <Section
            title="Dati"
            level={3}
            action={
              <Link {...paths.editAgent(id)} className={links.link}>
                Modifica
              </Link>
            }
          >
            <AgentFacts agent={agent} />
          </Section>
          <p className={styles.ways}>
            <Link {...paths.agentPage(id, 'clienti')} className={links.link}>
              Clienti
            </Link>
            <Link {...paths.agentPage(id, 'provvigioni')} className={links.link}>
              Provvigioni
            </Link>
          </p>
        </>
      )}
    </DetailPanel>
  )
}
