import { Button } from '@mantine/core'
import { EditPencil, Page } from 'iconoir-react'
import { Suspense, useState } from 'react'
import { IfPermitted } from '../../session/permissions/IfPermitted.tsx'
import { usePermission } from '../../session/permissions/permission.ts'
import { ResponsiveButton } from '../../ui/buttons/ResponsiveButton.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { newKey } from '../../ui/grid/useListKeys.ts'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { useAskedAct } from '../../ui/useAskedAct.ts'
import { DebitViews } from './DebitViews.tsx'
import { MandatePanel } from './MandatePanel.tsx'
import { mandatesList } from './mandates-list.tsx'

const AskMandateDialog = lazyWithRetry(() => import('./AskMandateDialog.tsx'))
const NewMandateDialog = lazyWithRetry(() => import('./NewMandateDialog.tsx'))

/** All mandates: who may be debited, by which reference, until when. */
export function MandatesPage() {
  const [asking, setAsking] = useState<'paper' | 'online' | null>(null)
  const close = () => setAsking(null)
  const may = usePermission('debits:write')
  useAskedAct('firma', () => may && setAsking('online'))
  useAskedAct('registra', () => may && setAsking('paper'))
  const buttons = (
    <IfPermitted permission="debits:write">
      <ResponsiveButton
        variant="default"
        icon={Page}
        label="Registra un mandato firmato"
        onClick={() => setAsking('paper')}
      />
      <ResponsiveButton
        icon={EditPencil}
        label="Chiedi la firma"
        aria-keyshortcuts={newKey}
        onClick={() => setAsking('online')}
      />
    </IfPermitted>
  )
  return (
    <>
      <title>Mandati · Saldo</title>
      <DataGrid
        list={mandatesList}
        title="Addebiti"
        printed="Mandati"
        help="mandate"
        views={<DebitViews view="mandates" />}
        start={buttons}
        empty={
          <EmptyState
            title="Nessun mandato"
            action={
              <IfPermitted permission="debits:write">
                <Button onClick={() => setAsking('online')}>Chiedi la firma</Button>
                <Button variant="default" onClick={() => setAsking('paper')}>
                  Registra un mandato firmato
                </Button>
              </IfPermitted>
            }
          >
            Con un mandato chi paga ti permette di addebitare il suo conto. Può firmarlo online, con un codice
            che riceve per e-mail, oppure su carta: in quel caso carichi la scansione.
          </EmptyState>
        }
        detail={({ id, row, steps }) => <MandatePanel id={Number(id)} row={row} steps={steps} />}
      />
      <Suspense>
        {asking === 'online' && <AskMandateDialog onClose={close} />}
        {asking === 'paper' && <NewMandateDialog onClose={close} />}
      </Suspense>
    </>
  )
}
