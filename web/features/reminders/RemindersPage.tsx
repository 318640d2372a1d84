import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { MailOut, Settings } from 'iconoir-react'
import { Suspense, useMemo, useState } from 'react'
import { paths } from '../../paths.ts'
import { IfPermitted } from '../../session/permissions/IfPermitted.tsx'
import { usePermission } from '../../session/permissions/permission.ts'
import { ResponsiveButton } from '../../ui/buttons/ResponsiveButton.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import type { BulkAction } from '../../ui/grid/list.ts'
import { newKey } from '../../ui/grid/useListKeys.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { useAskedAct } from '../../ui/useAskedAct.ts'
import { LeavingBand } from './LeavingBand.tsx'
import { paperActions } from './paper-actions.ts'
import { ReminderPanel } from './ReminderPanel.tsx'
import type { Reminder } from './reminder-query.ts'
import { remindersList } from './reminders-list.tsx'

const DeliverDialog = lazyWithRetry(() => import('./DeliverDialog.tsx'))
const RemindAccountDialog = lazyWithRetry(() => import('./RemindAccountDialog.tsx'))

const none: BulkAction<Reminder>[] = []

/** Letters sent and to be delivered, and the buttons to send. */
export function RemindersPage() {
  const [reminding, setReminding] = useState(false)
  const [delivering, setDelivering] = useState<number[] | null>(null)
  const may = usePermission('bills:write')
  useAskedAct('sollecita', () => setReminding(may))
  const bulkActions = useMemo<BulkAction<Reminder>[]>(() => paperActions(setDelivering), [])
  return (
    <>
      <title>Solleciti · Saldo</title>
      <DataGrid
        list={remindersList}
        title="Solleciti"
        help="reminder_levels"
        views={<LeavingBand />}
        bulkActions={may ? bulkActions : none}
        actions={
          <IfPermitted permission="bills:write">
            <ResponsiveButton
              variant="default"
              icon={Settings}
              label="Regole e testi"
              renderRoot={(props) => <Link {...paths.reminderSequence()} {...props} />}
            />
          </IfPermitted>
        }
        start={
          <IfPermitted permission="bills:write">
            <Button
              leftSection={<Icon of={MailOut} />}
              aria-keyshortcuts={newKey}
              onClick={() => setReminding(true)}
            >
              Sollecita i morosi
            </Button>
          </IfPermitted>
        }
        empty={
          <EmptyState
            title="Nessun sollecito"
            action={
              <IfPermitted permission="bills:write">
                <Button onClick={() => setReminding(true)}>Sollecita i morosi</Button>
              </IfPermitted>
            }
          >
            Scegli un condominio: prima dell’invio leggi ogni sollecito e vedi chi resta fuori e perché. In
            «Regole e testi» puoi attivare l’invio automatico ogni notte.
          </EmptyState>
        }
        detail={({ id, row, steps }) => <ReminderPanel id={Number(id)} row={row} steps={steps} />}
      />
      {delivering && (
        <Suspense>
          <DeliverDialog ids={delivering} onClose={() => setDelivering(null)} />
        </Suspense>
      )}
      {reminding && (
        <Suspense>
          <RemindAccountDialog onClose={() => setReminding(false)} />
        </Suspense>
      )}
    </>
  )
}
