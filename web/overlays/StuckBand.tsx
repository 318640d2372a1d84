import { useEffect, useState, useSyncExternalStore } from 'react'
import { countStuck, onStuck, retryStuck } from '../ui/patiently.ts'
import { Band } from './Bands.tsx'
import { somethingUnsaved } from './unsaved.ts'
import { check } from './watch.ts'

/**
 * A part of the app that did not load. Browsers remember that a file failed for as long as the page lives, so trying
 * again means loading the page anew, at the same address; with something unsaved it asks to save first. After a deploy
 * the file may be gone for good, so the versions are checked at once; when the update is offered, that is the way.
 */
export function StuckBand({ updatable }: { updatable: boolean }) {
  const stuck = useSyncExternalStore(onStuck, countStuck)
  const [unsaved, setUnsaved] = useState(false)
  useEffect(() => {
    if (stuck > 0) void check()
  }, [stuck])
  if (stuck === 0 || !navigator.onLine) return null

  const retry = () => {
    if (!somethingUnsaved()) return location.reload()
    setUnsaved(true)
    retryStuck()
  }
  return (
    <Band
      tone="waiting"
      actions={
        <button type="button" onClick={retry}>
          Riprova
        </button>
      }
    >
      <p>
        <strong>Una parte di Saldo non si è caricata.</strong>{' '}
        {updatable ? 'È cambiata con la versione nuova: aggiorna per aprirla.' : 'Il resto funziona.'}
      </p>
      {unsaved && <p>Hai qualcosa di non salvato in questa pagina: salvalo, poi riprova.</p>}
    </Band>
  )
}
