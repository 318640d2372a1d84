import { useSuspenseQuery } from '@tanstack/react-query'
import { useChosenCustomer } from '../../session/customer/useChosenCustomer.ts'
import { meQuery, shownCustomer } from '../../session/queries.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import styles from '../../ui/layout/Page.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { Documents } from './Documents.tsx'

/** The office's own documents, with their states. */
export function DocumentsPage() {
  const { data: user } = useSuspenseQuery(meQuery)
  useChosenCustomer()
  const customer_id = shownCustomer(user)
  return (
    <div className={styles.page}>
      <title>Documenti · Saldo</title>
      <PageTitle title="Documenti" summary="Li controlliamo noi, e ti scriviamo se qualcosa non va." />
      {customer_id === null ? (
        <EmptyState title="Scegli prima per quale cliente lavori">
          I documenti sono di un cliente: sceglilo dalla fascia in alto.
        </EmptyState>
      ) : (
        <Documents key={customer_id} of={{ owner: 'customer', id: customer_id }} />
      )}
    </div>
  )
}
