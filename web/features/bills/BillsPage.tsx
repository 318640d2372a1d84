import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'

export function BillsPage() {
  return (
    <div style={{ padding: 24 }}>
      <title>Bollette · Saldo</title>
      <PageTitle title="Bollette" />
      <EmptyState title="Nessuna bolletta">Le bollette che emetti o importi compaiono qui.</EmptyState>
    </div>
  )
}
