import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { IfPermitted } from '../../session/permissions/IfPermitted.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import styles from './Reminders.module.css'
import { cancelRun, discardLetters, renewLetters, savePdf } from './reminder-acts.ts'
import type { Reminder } from './reminder-query.ts'

const DeliverDialog = lazyWithRetry(() => import('./DeliverDialog.tsx'))

/** What can be done with a letter: cancel it before it leaves, print it, record its delivery. */
export function ReminderActions({ reminder: { reminder_id, run_id, state } }: { reminder: Reminder }) {
  const [asking, setAsking] = useState<'deliver' | 'discard' | null>(null)
  return (
    <div className={styles.acts}>
      <Button variant="default" size="compact-md" onClick={() => void savePdf([reminder_id])}>
        Scarica PDF
      </Button>
      <IfPermitted permission="bills:write">
        {state === 'leaving' && (
          <Button variant="default" size="compact-md" onClick={() => void cancelRun(run_id)}>
            Annulla l’invio
          </Button>
        )}
        {state === 'to_deliver' && (
          <>
            <Button size="compact-md" onClick={() => setAsking('deliver')}>
              Registra la consegna
            </Button>
            <Button variant="default" size="compact-md" onClick={() => void renewLetters([reminder_id])}>
              Aggiorna la lettera
            </Button>
            <Button variant="default" size="compact-md" onClick={() => setAsking('discard')}>
              Annulla la lettera
            </Button>
          </>
        )}
      </IfPermitted>
      {asking === 'deliver' && (
        <Suspense>
          <DeliverDialog ids={[reminder_id]} onClose={() => setAsking(null)} />
        </Suspense>
      )}
      <ConfirmDialog
        opened={asking === 'discard'}
        title="Annulla la lettera"
        action="Annulla la lettera"
        cancel="Lascia com’è"
        danger
        onClose={() => setAsking(null)}
        onConfirm={() => discardLetters([reminder_id])}
      >
        La lettera non è stata consegnata e non conta come sollecito: il livello resta da inviare.
      </ConfirmDialog>
    </div>
  )
}
