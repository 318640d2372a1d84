import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { AuditPanel } from './AuditPanel.tsx'
import { auditList } from './audit-list.tsx'

/** The audit log of the whole office, which nobody can change. */
export function AuditPage() {
  return (
    <>
      <title>Registro modifiche · Saldo</title>
      <DataGrid
        list={auditList}
        title="Registro modifiche"
        empty={
          <EmptyState title="Nessuna modifica">
            Qui resta scritto chi cambia condomìni, persone, bollette, permessi e documenti, e com’erano
            prima.
          </EmptyState>
        }
        detail={({ id, row, steps }) => <AuditPanel id={Number(id)} row={row} steps={steps} />}
      />
    </>
  )
}
