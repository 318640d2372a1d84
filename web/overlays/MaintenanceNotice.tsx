import { Button } from '@mantine/core'
import { useState } from 'react'
import { clockTime } from './clock-time.ts'
import { FullScreen } from './FullScreen.tsx'
import { checkVersion } from './version-check.ts'

/** Maintenance notice. Retries by itself and on the button, and closes when maintenance is over. */
export function MaintenanceNotice({
  triedAt,
  flagged,
  onRetry,
}: {
  triedAt: number | null
  flagged: boolean
  onRetry: () => unknown
}) {
  const [busy, setBusy] = useState(false)
  const refresh = async () => {
    setBusy(true)
    await Promise.allSettled([checkVersion(), onRetry()])
    setBusy(false)
  }
  return (
    <FullScreen
      title="Dashboard in manutenzione"
      actions={
        <Button loading={busy} onClick={refresh}>
          Aggiorna
        </Button>
      }
    >
      <p>
        {flagged
          ? 'Stiamo lavorando sui tuoi dati. Riprovo da solo: quando è finito torni dove eri.'
          : 'Saldo non risponde. Riprovo da solo: appena torna riprendi da dove eri.'}{' '}
        Quello che hai scritto resta qui.
      </p>
      {!flagged && <p>Se anche altri siti non si aprono, controlla la tua connessione.</p>}
      <p role="status">{triedAt !== null && `Ultimo tentativo alle ${clockTime(triedAt)}.`}</p>
    </FullScreen>
  )
}
