import { useEffect, useState, useSyncExternalStore } from 'react'
import { countStuck, onStuck, retryStuck } from '../ui/patiently.ts'
import { Band } from './Bands.tsx'
import { somethingUnsaved } from './unsaved.ts'
import { check, reloadForUpdate } from './watch.ts'

/**
 * A part of the app that did not load: ask again. After a deploy it may be gone for good, so the versions are checked at
 * once; when the update is offered, that is the way. Some browsers never ask again for what failed: then a reload.
 */
export function StuckBand({ updatable }: { updatable: boolean }) {
  const stuck = useSyncExternalStore(onStuck, countStuck)
  const [retried, setRetried] = useState(false)
  const [unsaved, setUnsaved] = useState(false)
  useEffect(() => {
    if (stuck > 0) void check()
  }, [stuck])
  if (stuck === 0 || !navigator.onLine) return null

  const reload = () => (somethingUnsaved() ? setUnsaved(true) : reloadForUpdate())
  return (
    <Band
      tone="waiting"
      actions={
        <>
          <button
            type="button"
            onClick={() => {
              setRetried(true)
              retryStuck()
            }}
          >
            Riprova
          </button>
          {retried && !updatable && (
            <button type="button" onClick={reload}>
              Ricarica la pagina
            </button>
          )}
        </>
      }
    >
      <p>
        <strong>Una parte di Saldo non si è caricata.</strong>{' '}
        {updatable ? 'È cambiata con la versione nuova: aggiorna per aprirla.' : 'Il resto funziona.'}
      </p>
      {unsaved && <p>Hai qualcosa di non salvato in questa pagina: salvalo prima di ricaricare.</p>}
    </Band>
  )
}
