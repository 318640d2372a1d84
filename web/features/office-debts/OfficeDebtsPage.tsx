import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { OfficeDebtPanel } from './OfficeDebtPanel.tsx'
import { officeDebtsList } from './office-debts-list.tsx'

/** The back office's list of what offices owe Saldo. */
export function OfficeDebtsPage() {
  return (
    <>
      <title>Debiti degli studi · Saldo</title>
      <DataGrid
        list={officeDebtsList}
        title="Debiti degli studi"
        empty={
          <EmptyState title="Nessuno studio deve niente">
            Qui arriva quello che un conto collegato non può restituire dopo un insoluto o una contestazione.
          </EmptyState>
        }
        detail={({ id, row, steps }) => <OfficeDebtPanel key={id} id={Number(id)} row={row} steps={steps} />}
      />
    </>
  )
}
