import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { PaymentPanel } from './PaymentPanel.tsx'
import { paymentsList } from './payments-list.tsx'

export function PaymentsPage() {
  const navigate = useNavigate()
  return (
    <>
      <title>Transazioni · Saldo</title>
      <DataGrid
        list={paymentsList}
        title="Transazioni"
        empty={
          <EmptyState title="Nessuna transazione">
            I pagamenti dei condòmini compaiono qui appena arrivano: per farteli fare, invia il link di una
            bolletta.
          </EmptyState>
        }
        detail={({ id, row, steps }) => <PaymentPanel id={Number(id)} row={row} steps={steps} />}
        onExpand={(id) => void navigate(paths.paymentPage(Number(id)))}
      />
    </>
  )
}
