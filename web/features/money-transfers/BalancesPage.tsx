import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { BalancePanel } from './BalancePanel.tsx'
import { balancesList } from './balances-list.tsx'
import { MoneyTransferViews } from './MoneyTransferViews.tsx'

/** What of each condominium's money is at the provider, and what can be moved. */
export const BalancesPage = () => (
  <>
    <title>Saldi presso il provider · Saldo</title>
    <DataGrid
      list={balancesList}
      title="Saldi presso il provider"
      views={<MoneyTransferViews current="balances" />}
      empty={<EmptyState title="Nessun condominio">Qui vedi il saldo di ogni condominio.</EmptyState>}
      detail={({ id, row, steps }) => <BalancePanel key={id} id={Number(id)} row={row} steps={steps} />}
    />
  </>
)
