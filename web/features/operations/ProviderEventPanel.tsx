import { Button } from '@mantine/core'
import { formatDateTime } from '@saldo/domain/dates'
import { providerAccountLabels } from '@saldo/domain/payments/provider-account'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { queries } from '../../session/queries.ts'
import { Facts } from '../../ui/data/Facts.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import { DetailPanel, type PanelSteps } from '../../ui/overlay/DetailPanel.tsx'
import styles from './Operations.module.css'
import { eventStates, type ProviderEvent } from './provider-events-list.tsx'

/** An event beside the list, and a button to apply it again. */
export function ProviderEventPanel({
  id,
  row,
  steps,
}: {
  id: number
  row: ProviderEvent | undefined
  steps: PanelSteps
}) {
  const { data, ...query } = useQuery({
    queryKey: ['provider-events', 'one', id],
    queryFn: async ({ signal }) =>
      (await api('GET /v1/provider-events', { query: { ids: id }, signal })).items[0] ?? null,
    placeholderData: row,
  })
  return (
    <DetailPanel number={`n. ${id}`} title={data?.type ?? 'Evento'} steps={steps}>
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare l’evento"
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && (
        <Loading what="l’evento">
          <TextSkeleton lines={6} />
        </Loading>
      )}
      {data === null && (
        <EmptyState title="Evento non trovato">Non c’è un evento con questo numero.</EmptyState>
      )}
      {data && (
        <>
          <StateLabel state={eventStates[data.state]} tinted />
          <Facts
            rows={[
              ['Evento', data.event_id],
              ['Oggetto', data.object_id ?? 'nessuno'],
              ['Conto provider', providerAccountLabels[data.provider_account]],
              ['Accaduto il', formatDateTime(data.created_at)],
              ['Ricevuto il', formatDateTime(data.received_at)],
              ...(data.applied_at
                ? [['Applicato il', formatDateTime(data.applied_at)] as [string, string]]
                : []),
            ]}
          />
          {data.state === 'waiting' && (
            <div className={styles.acts}>
              <Button onClick={() => void applyAgain(data)}>Applica di nuovo</Button>
            </div>
          )}
        </>
      )}
    </DetailPanel>
  )
}

async function applyAgain({ event_no }: ProviderEvent): Promise<void> {
  try {
    await api('POST /v1/provider-events/{id}/apply', { params: { id: event_no } })
    alertToast('L’evento è di nuovo in coda.', 'success')
  } catch (error) {
    alertToast(errorSentence(error, 'Riprova fra poco.'), 'danger')
  }
  await queries.invalidateQueries({ queryKey: ['provider-events'] })
}
