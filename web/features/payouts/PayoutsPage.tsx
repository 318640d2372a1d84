import { useNavigate } from '@tanstack/react-router'
import { Refresh } from 'iconoir-react'
import { api } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { paths } from '../../paths.ts'
import { IfPermitted } from '../../session/permissions/IfPermitted.tsx'
import { ResponsiveButton } from '../../ui/buttons/ResponsiveButton.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { payoutsList } from './payouts-list.tsx'

/** Payouts to the bank, and whether all their payments are known. */
export function PayoutsPage() {
  const navigate = useNavigate()
  return (
    <>
      <title>Accrediti · Saldo</title>
      <DataGrid
        list={payoutsList}
        title="Accrediti"
        help="payouts"
        actions={
          <IfPermitted permission="payments:write">
            <ReadNow />
          </IfPermitted>
        }
        empty={
          <EmptyState title="Nessun accredito, per ora">
            Quando il provider manda in banca quello che hai incassato, l’accredito compare qui con i
            pagamenti che contiene. Li leggo ogni notte.
          </EmptyState>
        }
        onOpen={({ payout_id }) => void navigate(paths.payout(payout_id))}
      />
    </>
  )
}

function ReadNow() {
  const read = async () => {
    try {
      await api('POST /v1/payouts/read')
      alertToast('Chiedo gli accrediti al provider: compaiono qui fra poco.', 'success')
    } catch (error) {
      alertToast(errorSentence(error, 'Riprova fra poco.'), 'danger')
    }
  }
  return (
    <ResponsiveButton variant="default" icon={Refresh} label="Leggi adesso" onClick={() => void read()} />
  )
}
