import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { MailOut, Settings } from 'iconoir-react'
import { Suspense, useState } from 'react'
import { paths } from '../../paths.ts'
import { IfPermitted } from '../../session/permissions/IfPermitted.tsx'
import { ResponsiveButton } from '../../ui/buttons/ResponsiveButton.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { ReminderPanel } from './ReminderPanel.tsx'
import { remindersList } from './reminders-list.tsx'

const RemindAccountDialog = lazyWithRetry(() => import('./RemindAccountDialog.tsx'))

/** Sent reminders, and the buttons to send. */
export function RemindersPage() {
  const [reminding, setReminding] = useState(false)
  return (
    <>
      <title>Solleciti · Saldo</title>
      <DataGrid
        list={remindersList}
        title="Solleciti"
        actions={
          <IfPermitted permission="bills:write">
            <ResponsiveButton
              variant="default"
              icon={Settings}
              label="Passi e regole"
              renderRoot={(props) => <Link {...paths.reminderSequence()} {...props} />}
            />
            <Button leftSection={<Icon of={MailOut} />} onClick={() => setReminding(true)}>
              Sollecita
            </Button>
          </IfPermitted>
        }
        empty={
          <EmptyState
            title="Nessun sollecito"
            action={
              <IfPermitted permission="bills:write">
                <Button onClick={() => setReminding(true)}>Guarda chi è in ritardo</Button>
              </IfPermitted>
            }
          >
            Scegli un condominio: prima di mandare qualcosa vedi a chi va e chi resta fuori. Dai passi e
            regole puoi farli partire da soli, ogni notte.
          </EmptyState>
        }
        detail={({ id, row, steps }) => <ReminderPanel id={Number(id)} row={row} steps={steps} />}
      />
      {reminding && (
        <Suspense>
          <RemindAccountDialog onClose={() => setReminding(false)} />
        </Suspense>
      )}
    </>
  )
}
