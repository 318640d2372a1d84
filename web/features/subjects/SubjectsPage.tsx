import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'

export function SubjectsPage() {
  return (
    <div style={{ padding: 24 }}>
      <title>Anagrafica · Saldo</title>
      <PageTitle title="Anagrafica" />
      <EmptyState title="Nessuna persona">Le persone che aggiungi o importi compaiono qui.</EmptyState>
    </div>
  )
}
