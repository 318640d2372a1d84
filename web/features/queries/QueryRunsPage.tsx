import { formatDateTime } from '@saldo/domain/dates'
import { runKindLabels } from '@saldo/domain/queries/labels'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { Facts } from '../../ui/data/Facts.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { formatCount } from '../../ui/grid/list.ts'
import { DetailPanel, type PanelSteps } from '../../ui/overlay/DetailPanel.tsx'
import { QueryAdminViews } from './QueryAdminViews.tsx'
import type { QueryRun } from './queries-query.ts'
import { runStates } from './query-words.ts'
import styles from './run/Run.module.css'
import { nameOfRun, runsList } from './runs-list.tsx'

/** Who ran what, when, and how it ended. */
export const QueryRunsPage = () => (
  <>
    <title>Esecuzioni · Saldo</title>
    <DataGrid
      list={runsList}
      title="Esecuzioni"
      views={<QueryAdminViews />}
      empty={
        <EmptyState title="Nessuna esecuzione">Ogni interrogazione eseguita resta scritta qui.</EmptyState>
      }
      detail={({ id, row, steps }) => <RunPanel key={id} id={Number(id)} row={row} steps={steps} />}
    />
  </>
)

function RunPanel({ id, row, steps }: { id: number; row: QueryRun | undefined; steps: PanelSteps }) {
  const { data: run, ...query } = useQuery({
    queryKey: ['query-runs', 'one', id],
    queryFn: async ({ signal }) =>
      (await api('GET /v1/query-runs', { query: { ids: id }, signal })).items[0] ?? null,
    placeholderData: row,
  })
  return (
    <DetailPanel
      number={`n. ${id}`}
      title={run?.query_name ? nameOfRun(run) : run ? 'Testo non salvato' : 'Esecuzione'}
      steps={steps}
    >
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare l’esecuzione"
          onRetry={() => void query.refetch()}
        />
      )}
      {run === null && <EmptyState title="Questa esecuzione non c’è">Torna all’elenco.</EmptyState>}
      {run && (
        <>
          <StateLabel state={runStates[run.state]} tinted />
          <Facts
            rows={[
              ['Chi', run.nominative],
              ['Quando', formatDateTime(run.started_at)],
              ['Cosa', runKindLabels[run.kind]],
              [
                'Righe',
                run.rows === null ? null : `${formatCount(run.rows)}${run.is_cut ? ', e altre' : ''}`,
              ],
              ['Durata', run.milliseconds === null ? null : `${formatCount(run.milliseconds)} ms`],
              ['Solo i dati di', run.customer_name],
              ['Codice di PostgreSQL', run.failure_code],
            ]}
          />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard */}
          <pre className={`${styles.plan} ${styles.wrapped}`} tabIndex={0}>
            {run.text}
          </pre>
        </>
      )}
    </DetailPanel>
  )
}
