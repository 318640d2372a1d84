import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'

export function PaymentsPage() {
  return (
    <div style={{ padding: 24 }}>
      <title>Transazioni · Saldo</title>
      <PageTitle title="Transazioni" />
      <EmptyState title="Nessuna transazione">
        I pagamenti dei condòmini compaiono qui appena arrivano.
      </EmptyState>
    </div>
  )
}
