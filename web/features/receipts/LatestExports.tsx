import { Button } from '@mantine/core'
import { formatEuro } from '@saldo/domain/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download } from 'iconoir-react'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import links from '../../ui/layout/Links.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { downloadFlow } from '../flows/download-flow.ts'
import { FlowResult } from '../flows/FlowResult.tsx'
import type { Flow } from '../flows/flow-query.ts'
import { flowStates } from '../flows/flow-states.ts'
import { flowCountInWords, whoAndWhen } from '../flows/flow-words.ts'
import styles from './Receipts.module.css'
import { latestExportsQuery } from './receipts-query.ts'

/** The files of receipts made last, with how far each is. */
export function LatestExports() {
  const { data: flows, ...query } = useQuery(latestExportsQuery)
  return (
    <Section
      title="Ultimi file preparati"
      action={
        <Link {...paths.flows({ kind: 'receipts_export' })} className={links.link}>
          Tutti
        </Link>
      }
    >
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
        <ul className={styles.latest} aria-live="polite">
          {flows.map((flow) => (
            <Made key={flow.flow_id} flow={flow} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function Made({ flow }: { flow: Flow }) {
  const [saving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    await downloadFlow(flow)
    setSaving(false)
  }
  return (
    <li>
      <div className={styles.made}>
        <Link {...paths.flow(flow.flow_id)} className={`${links.name} ${styles.name}`}>
          {flow.file_name}
        </Link>
        <StateLabel state={flowStates[flow.state]} />
      </div>
      <FlowResult flow={flow} />
      <div className={styles.made}>
        <span className={styles.dim}>
          {flow.state === 'done' && `${flowCountInWords(flow)}, ${formatEuro(flow.amount)} · `}
          {whoAndWhen(flow)}
        </span>
        {flow.state === 'done' && (
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon of={Download} />}
            loading={saving}
            aria-label={`Scarica ${flow.file_name}`}
            onClick={() => void save()}
          >
            Scarica
          </Button>
        )}
      </div>
    </li>
  )
}
