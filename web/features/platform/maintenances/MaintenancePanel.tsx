import { Button } from '@mantine/core'
import { formatDateTime } from '@saldo/domain/dates'
import { Suspense, useState } from 'react'
import { errorSentence } from '../../../api-error.ts'
import { Facts } from '../../../ui/data/Facts.tsx'
import { StateLabel } from '../../../ui/data/StateLabel.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { alertToast } from '../../../ui/feedback/toast.ts'
import rows from '../../../ui/layout/RowList.module.css'
import { lazyWithRetry } from '../../../ui/lazy-with-retry.ts'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { DetailPanel, type PanelSteps } from '../../../ui/overlay/DetailPanel.tsx'
import { maintenanceStates } from '../period-states.ts'
import { endMaintenance } from './maintenance-acts.ts'
import { coveredBy, type Maintenance } from './maintenances-list.tsx'

const ProlongDialog = lazyWithRetry(() => import('./ProlongDialog.tsx'))

/** A maintenance beside the list; while it is not over it can be prolonged or ended. */
export function MaintenancePanel({
  id,
  row,
  steps,
}: {
  id: string
  row: Maintenance | undefined
  steps: PanelSteps
}) {
  return (
    <DetailPanel number={`n. ${id}`} title={row ? coveredBy(row) : 'Manutenzione'} steps={steps}>
      {!row && <EmptyState title="Questa manutenzione non è in questo elenco" />}
      {row && (
        <>
          <StateLabel state={maintenanceStates[row.state]} tinted />
          <Facts
            rows={[
              ['Inizio', formatDateTime(row.starts_at)],
              ['Fine prevista', formatDateTime(row.until)],
              ['Motivo', row.reason],
              ['Frase per chi è fuori', row.message],
              ['Aperta da', row.opened_by_name],
              ['Terminata prima', row.ended_at && formatDateTime(row.ended_at)],
              ['Terminata da', row.ended_by_name],
            ]}
          />
          {row.state !== 'over' && <Acts maintenance={row} />}
        </>
      )}
    </DetailPanel>
  )
}

function Acts({ maintenance }: { maintenance: Maintenance }) {
  const [asked, ask] = useState<'prolong' | 'end' | null>(null)
  const scheduled = maintenance.state === 'scheduled'
  const end = async () => {
    try {
      await endMaintenance(maintenance)
    } catch (error) {
      alertToast(errorSentence(error), 'danger')
    }
    ask(null)
  }
  return (
    <div className={rows.actions}>
      <Button onClick={() => ask('end')}>{scheduled ? 'Annulla la manutenzione' : 'Termina ora'}</Button>
      <Button variant="default" onClick={() => ask('prolong')}>
        Cambia la fine
      </Button>
      <ConfirmDialog
        opened={asked === 'end'}
        title={scheduled ? 'Annulla la manutenzione' : 'Termina la manutenzione'}
        action={scheduled ? 'Annulla la manutenzione' : 'Termina ora'}
        cancel="Lascia così"
        onClose={() => ask(null)}
        onConfirm={end}
      >
        {scheduled ? 'Non inizierà.' : 'Chi era fuori rientra entro un minuto.'}
      </ConfirmDialog>
      <Suspense fallback={null}>
        {asked === 'prolong' && <ProlongDialog maintenance={maintenance} onClose={() => ask(null)} />}
      </Suspense>
    </div>
  )
}
