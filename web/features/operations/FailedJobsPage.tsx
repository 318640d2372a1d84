import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { FailedJobPanel } from './FailedJobPanel.tsx'
import { failedJobsList } from './failed-jobs-list.tsx'
import { OperationsViews } from './OperationsViews.tsx'

/** The list of jobs that failed for good. */
export function FailedJobsPage() {
  return (
    <>
      <title>Lavori falliti · Saldo</title>
      <DataGrid
        list={failedJobsList}
        title="Lavori falliti"
        views={<OperationsViews current="failedJobs" />}
        empty={
          <EmptyState title="Nessun lavoro fallito">
            Qui arriva quello che non è riuscito nemmeno all’ultimo tentativo.
          </EmptyState>
        }
        detail={({ id, row, steps }) => <FailedJobPanel key={id} id={Number(id)} row={row} steps={steps} />}
      />
    </>
  )
}
