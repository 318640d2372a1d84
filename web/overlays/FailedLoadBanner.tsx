import { useEffect, useState, useSyncExternalStore } from 'react'
import { countFailedLoads, onFailedLoads, retryFailedLoads } from '../ui/load-with-retry.ts'
import { Banner } from './Banners.tsx'
import { hasUnsavedChanges } from './unsaved-changes.ts'
import { checkVersion } from './version-check.ts'

/**
 * A part of the app that did not load. Browsers remember that a file failed for as long as the page lives, so trying
 * again means loading the page anew, at the same address; with something unsaved it asks to save first. After a deploy
 * the file may be gone for good, so the versions are checked at once; when the update is offered, that is the way.
 */
export function FailedLoadBanner({ updatable }: { updatable: boolean }) {
  const failedLoads = useSyncExternalStore(onFailedLoads, countFailedLoads)
  const [unsaved, setUnsaved] = useState(false)
  useEffect(() => {
    if (failedLoads > 0) void checkVersion()
  }, [failedLoads])
  if (failedLoads === 0 || !navigator.onLine) return null

  const retry = () => {
    if (!hasUnsavedChanges()) return location.reload()
    setUnsaved(true)
    retryFailedLoads()
  }
  return (
    <Banner
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
    </Banner>
  )
}
