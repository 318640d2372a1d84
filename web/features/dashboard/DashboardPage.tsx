import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'

export function DashboardPage() {
  return (
    <div style={{ padding: 24 }}>
      <title>Dashboard · Saldo</title>
      <PageTitle title="Dashboard" />
      <EmptyState title="Ancora niente da mostrare">
        Appena ci sono bollette, qui trovi dovuto, incassato e scaduto.
      </EmptyState>
    </div>
  )
}
