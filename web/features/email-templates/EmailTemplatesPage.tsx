import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { emailTemplatesList } from './email-templates-list.tsx'

/** The back office's list of what the product's mails say. */
export const EmailTemplatesPage = () => (
  <>
    <title>Modelli di e-mail · Saldo</title>
    <DataGrid
      list={emailTemplatesList}
      title="Modelli di e-mail"
      empty={<EmptyState title="Nessun modello">Qui stanno tutte le e-mail che Saldo manda.</EmptyState>}
    />
  </>
)
