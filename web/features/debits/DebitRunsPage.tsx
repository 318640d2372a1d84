import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { DebitViews } from '../mandates/DebitViews.tsx'
import { debitRunsList } from './debit-runs-list.tsx'
import { NewRun, NewRunButton } from './NewRun.tsx'

/** Debits that the office presents to the condominiums' banks, by file. */
export function DebitRunsPage() {
  const navigate = useNavigate()
  return (
    <>
      <title>Distinte di addebito · Saldo</title>
      <DataGrid
        list={debitRunsList}
        title="Addebiti"
        printed="Distinte di addebito"
        help="mandate"
        views={<DebitViews view="runs" />}
        start={<NewRun />}
        empty={
          <EmptyState title="Nessuna distinta" action={<NewRunButton />}>
            Una distinta raccoglie gli addebiti di un condominio in un file per la sua banca. Prima vedi chi è
            compreso, chi resta fuori e perché; poi parte il preavviso a chi paga.
          </EmptyState>
        }
        onOpen={({ run_id }) => void navigate(paths.debitRun(run_id))}
      />
    </>
  )
}
