import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { DebitViews } from '../mandates/DebitViews.tsx'
import { DebitPanel } from './DebitPanel.tsx'
import { debitsList } from './debits-list.tsx'
import { NewRun, NewRunButton } from './NewRun.tsx'

/** All direct debits: what is announced, under way, collected, and what did not work and why. */
export function DebitsPage() {
  return (
    <>
      <title>Addebiti · Saldo</title>
      <DataGrid
        list={debitsList}
        title="Addebiti"
        help="mandate"
        views={<DebitViews view="debits" />}
        start={<NewRun />}
        empty={
          <EmptyState title="Nessun addebito" action={<NewRunButton />}>
            Un addebito parte da una carta o da un conto salvato, oppure con una distinta che porti alla banca
            del condominio. Chi paga riceve sempre un preavviso.
          </EmptyState>
        }
        detail={({ id, row, steps }) => <DebitPanel id={Number(id)} row={row} steps={steps} />}
      />
    </>
  )
}
