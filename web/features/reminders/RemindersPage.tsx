import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { MailOut, Settings } from 'iconoir-react'
import { Suspense, useState } from 'react'
import { paths } from '../../paths.ts'
import { IfPermitted } from '../../session/IfPermitted.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { useNarrow } from '../../ui/grid/useNarrow.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { ReminderPanel } from './ReminderPanel.tsx'
import { remindersList } from './reminders-list.tsx'

const RemindAccountDialog = lazyWithRetry(() => import('./RemindAccountDialog.tsx'))

/** What was sent to whom, and where one begins to send. */
export function RemindersPage() {
  const { cards } = useNarrow()
  const [reminding, setReminding] = useState(false)
  return (
    <>
      <title>Solleciti · Saldo</title>
      <DataGrid
        list={remindersList}
        title="Solleciti"
        actions={
          <IfPermitted permission="bills:write">
            <Button
              variant="default"
              leftSection={cards ? undefined : <Icon of={Settings} />}
              px={cards ? 13 : undefined}
              aria-label={cards ? 'Passi e regole' : undefined}
              renderRoot={(props) => <Link {...paths.reminderSequence()} {...props} />}
            >
              {cards ? <Icon of={Settings} /> : 'Passi e regole'}
            </Button>
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
