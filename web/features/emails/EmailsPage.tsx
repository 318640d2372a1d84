import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { EmailPanel } from './EmailPanel.tsx'
import { EmailViews } from './EmailViews.tsx'
import { emailsList } from './emails-list.tsx'

/** `/admin-management/email`: all mails that Saldo wrote, and what became of them. */
export const EmailsPage = () => (
  <>
    <title>E-mail · Saldo</title>
    <DataGrid
      list={emailsList}
      title="E-mail"
      views={<EmailViews current="emails" />}
      empty={
        <EmptyState title="Nessuna e-mail">
          Arrivano qui inviti, link, ricevute e solleciti, pochi secondi dopo che Saldo li scrive.
        </EmptyState>
      }
      detail={({ id, row, steps }) => <EmailPanel key={id} id={Number(id)} row={row} steps={steps} />}
    />
  </>
)
