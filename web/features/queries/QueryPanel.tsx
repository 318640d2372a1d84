import { Button } from '@mantine/core'
import { formatDateTime } from '@saldo/domain/dates'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { Facts } from '../../ui/data/Facts.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { RecordError } from '../../ui/feedback/RecordError.tsx'
import { DetailPanel, type PanelSteps } from '../../ui/overlay/DetailPanel.tsx'
import { type SavedQuery, savedQueryQuery } from './queries-query.ts'
import { versionStates } from './query-words.ts'

/** A query beside the list: what it asks, who wrote and approved it; `edits` for its authors. */
export function QueryPanel({
  id,
  row,
  steps,
  edits = false,
}: {
  id: number
  row: SavedQuery | undefined
  steps: PanelSteps
  edits?: boolean
}) {
  const { data, ...query } = useQuery(savedQueryQuery(id))
  const shown = data ?? row
  const decided = data?.versions.find(({ version }) => version === data.version)
  return (
    <DetailPanel number={`n. ${id}`} title={shown?.name ?? 'Interrogazione'} steps={steps}>
      {query.isError && (
        <RecordError
          error={query.error}
          missing="Questa interrogazione non c’è"
          what="Non riesco a mostrare l’interrogazione"
          onRetry={() => void query.refetch()}
        />
      )}
      {shown && !query.isError && (
        <>
          {edits && <StateLabel state={versionStates[shown.newest_state]} tinted />}
          {shown.description && <p style={{ margin: 0 }}>{shown.description}</p>}
          <Facts
            rows={[
              ['Etichette', shown.tags.join(', ') || null],
              ['In uso', shown.version === null ? 'Nessuna versione approvata' : `Versione ${shown.version}`],
              ['Approvata da', decided?.decided_by?.nominative ?? null],
              ['Scritta da', shown.written_by.nominative],
              ['Ultima esecuzione', shown.last_run_at && formatDateTime(shown.last_run_at)],
            ]}
          />
          <Button
            style={{ justifySelf: 'start' }}
            renderRoot={(props) => <Link {...(edits ? paths.editQuery(id) : paths.query(id))} {...props} />}
          >
            {edits ? 'Apri' : 'Apri ed esegui'}
          </Button>
        </>
      )}
    </DetailPanel>
  )
}
