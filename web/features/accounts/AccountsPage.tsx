import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'

export function AccountsPage() {
  return (
    <div style={{ padding: 24 }}>
      <title>Condomìni · Saldo</title>
      <PageTitle title="Condomìni" />
      <EmptyState title="Nessun condominio">I condomìni che aggiungi o importi compaiono qui.</EmptyState>
    </div>
  )
}
