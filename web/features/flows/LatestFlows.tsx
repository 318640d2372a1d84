import type { FlowKind } from '@saldo/domain/payments/flow'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import links from '../../ui/layout/Links.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { FlowResult } from './FlowResult.tsx'
import styles from './Flows.module.css'
import { latestFlowsQuery } from './flow-query.ts'
import { flowStates } from './flow-states.ts'
import { flowTypeInWords, whoAndWhen } from './flow-words.ts'

/** The files loaded last, each with its result; what is still being read goes on when one leaves. */
export function LatestFlows({ kind }: { kind?: FlowKind }) {
  const { data: flows, ...query } = useQuery(latestFlowsQuery(kind))
  return (
    <Section title="Ultimi file">
      {query.isPending && (
        <Loading what="gli ultimi file">
          <TextSkeleton lines={4} />
        </Loading>
      )}
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare gli ultimi file"
          onRetry={() => void query.refetch()}
        />
      )}
      {flows && !query.isError && flows.length === 0 && <p className={styles.dim}>Nessuno, per ora.</p>}
      {flows && !query.isError && flows.length > 0 && (
        <ul className={styles.latest}>
          {flows.map((flow) => (
            <li key={flow.flow_id}>
              <div className={styles.head}>
                <Link {...paths.flow(flow.flow_id)} className={`${links.name} ${styles.name}`}>
                  {flow.file_name}
                </Link>
                <StateLabel state={flowStates[flow.state]} />
              </div>
              <FlowResult flow={flow} />
              <span className={styles.dim}>
                {flowTypeInWords(flow)} · {whoAndWhen(flow)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
