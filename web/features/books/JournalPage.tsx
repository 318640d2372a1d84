import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { journalList } from './journal-list.tsx'

/** The double-entry journal of all or some condominiums, with export for accounting programs. */
export function JournalPage() {
  const navigate = useNavigate()
  return (
    <>
      <title>Prima nota · Saldo</title>
      <DataGrid
        list={journalList}
        title="Prima nota"
        empty={
          <EmptyState title="Nessuna scrittura, per ora">
            Ogni bolletta emessa e ogni movimento di denaro lascia qui le sue righe in dare e in avere.
          </EmptyState>
        }
        onOpen={({ payment_id, account_id }) =>
          void navigate(payment_id ? paths.paymentPage(payment_id) : paths.register(account_id))
        }
      />
    </>
  )
}
