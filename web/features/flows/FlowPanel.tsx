import { formatDateTime } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { flowFormatLabel } from '@saldo/domain/payments/flow'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { Facts } from '../../ui/data/Facts.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { RecordError } from '../../ui/feedback/RecordError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import links from '../../ui/layout/Links.module.css'
import { DetailPanel, type PanelSteps } from '../../ui/overlay/DetailPanel.tsx'
import { DownloadFlow } from './DownloadFlow.tsx'
import { FlowResult } from './FlowResult.tsx'
import styles from './Flows.module.css'
import { type Flow, flowQuery } from './flow-query.ts'
import { flowStates } from './flow-states.ts'
import { flowCountInWords, flowKindInWords } from './flow-words.ts'

/** A file beside the list: what became of it, who made or loaded it, and the file itself. */
export function FlowPanel({ id, row, steps }: { id: number; row: Flow | undefined; steps: PanelSteps }) {
  const { data, ...query } = useQuery(flowQuery(id))
  const flow = data ?? row
  return (
    <DetailPanel
      number={`n. ${id}`}
      title={flow ? flowKindInWords(flow) : 'Flusso'}
      subtitle={flow?.file_name}
      steps={steps}
    >
      {query.isError && (
        <RecordError
          error={query.error}
          missing="Questo flusso non c’è"
          what="Non riesco a mostrare il flusso"
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && !flow && (
        <Loading what="il flusso">
          <TextSkeleton lines={8} />
        </Loading>
      )}
      {flow && !query.isError && <Found flow={flow} />}
    </DetailPanel>
  )
}

function Found({ flow }: { flow: Flow }) {
  return (
    <>
      <StateLabel state={flowStates[flow.state]} tinted />
      <FlowResult flow={flow} />
      <Facts
        rows={[
          ['Importo', flow.state === 'done' && formatEuro(flow.amount)],
          ['Righe', flow.state === 'done' && <Rows flow={flow} />],
          ['Formato', flow.format && flowFormatLabel(flow.format)],
          ['Riferimento', flow.reference],
          [
            'Condominio',
            flow.account_id && (
              <Link {...paths.account(flow.account_id)} className={links.link}>
                {flow.account_name}
              </Link>
            ),
          ],
          [flow.direction === 'in' ? 'Caricato da' : 'Creato da', flow.actor],
          ['Il', formatDateTime(flow.created_at)],
          ['Finito', flow.finished_at && formatDateTime(flow.finished_at)],
        ]}
      />
      {flow.state !== 'writing' && flow.state !== 'failed' && (
        <div className={styles.download}>
          <DownloadFlow flow={flow} />
        </div>
      )}
    </>
  )
}

/** How many they are; of notices, the link to them. */
function Rows({ flow }: { flow: Flow }) {
  const words = flowCountInWords(flow)
  if (flow.kind !== 'notice_order' && flow.kind !== 'notice_outcome') return words
  return (
    <Link {...paths.notices({ flow_id: String(flow.flow_id) })} className={links.link}>
      {words}
    </Link>
  )
}
