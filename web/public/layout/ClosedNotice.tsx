import type { OwnMaintenance } from '@saldo/contract/platform/maintenances'
import { maintenanceSentence } from '@saldo/domain/platform/maintenance-sentence'
import { useState } from 'react'
import { FullScreen } from '../../overlays/FullScreen.tsx'
import { ask } from '../maintenance.ts'
import css from './Page.module.css'

/** Covers a public page while everybody is kept out. The page stays below with what was typed; no money is lost. */
export function ClosedNotice({ maintenance }: { maintenance: OwnMaintenance }) {
  const [busy, setBusy] = useState(false)
  const again = async () => {
    setBusy(true)
    await ask()
    setBusy(false)
  }
  return (
    <FullScreen
      title="Saldo è in manutenzione"
      actions={
        <button type="button" className={css.button} aria-disabled={busy} onClick={() => void again()}>
          {busy ? 'Aspetta un momento…' : 'Aggiorna'}
        </button>
      }
    >
      <p>{maintenanceSentence(maintenance.until)} Quando è finita questa pagina torna da sola.</p>
      {maintenance.message && <p>{maintenance.message}</p>}
      <p>Quello che hai scritto resta qui, e un pagamento già partito va avanti.</p>
    </FullScreen>
  )
}
