import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { emailTemplatesList } from './email-templates-list.tsx'

/** The back office's list of what the product's mails say. */
export function EmailTemplatesPage() {
  const navigate = useNavigate()
  return (
    <>
      <title>Modelli di e-mail · Saldo</title>
      <DataGrid
        list={emailTemplatesList}
        title="Modelli di e-mail"
        empty={<EmptyState title="Nessun modello">Qui stanno tutte le e-mail che Saldo manda.</EmptyState>}
        onOpen={({ template_id }) => void navigate(paths.emailTemplate(template_id))}
      />
    </>
  )
}
