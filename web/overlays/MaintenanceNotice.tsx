import { Button } from '@mantine/core'
import { maintenanceSentence } from '@saldo/domain/platform/maintenance-sentence'
import { useState } from 'react'
import { endSession } from '../session/tokens.ts'
import type { AppStatus } from './app-status.ts'
import { clockTime } from './clock-time.ts'
import { FullScreen } from './FullScreen.tsx'
import { checkVersion } from './version-check.ts'

/** Maintenance notice. Retries by itself and on the button, and closes when maintenance is over. */
export function MaintenanceNotice({
  triedAt,
  flagged,
  keptOut,
  onRetry,
}: {
  triedAt: number | null
  flagged: boolean
  keptOut: AppStatus['keptOut']
  onRetry: () => unknown
}) {
  const [busy, setBusy] = useState(false)
  const decided = flagged || keptOut !== null
  const refresh = async () => {
    setBusy(true)
    await Promise.allSettled([checkVersion(), onRetry()])
    setBusy(false)
  }
  return (
    <FullScreen
      title="Dashboard in manutenzione"
      actions={
        <>
          <Button loading={busy} onClick={refresh}>
            Aggiorna
          </Button>
          {decided && (
            <Button variant="default" onClick={() => endSession('logout')}>
              Esci
            </Button>
          )}
        </>
      }
    >
      <p>
        {keptOut
          ? `${maintenanceSentence(keptOut.until)} Quando è finita torni da solo dove eri.`
          : flagged
            ? 'Stiamo lavorando sui tuoi dati. Riprovo da solo: quando è finito torni dove eri.'
            : 'Saldo non risponde. Riprovo da solo: appena torna riprendi da dove eri.'}{' '}
        Quello che hai scritto resta qui.
      </p>
      {keptOut?.message && <p>{keptOut.message}</p>}
      {!decided && <p>Se anche altri siti non si aprono, controlla la tua connessione.</p>}
      <p role="status">{triedAt !== null && `Ultimo tentativo alle ${clockTime(triedAt)}.`}</p>
    </FullScreen>
  )
}
