import { useEffect, useState, useSyncExternalStore } from 'react'
import { countFailedLoads, onFailedLoads, retryFailedLoads } from '../ui/load-with-retry.ts'
import { Banner } from './Banners.tsx'
import { hasUnsavedChanges } from './unsaved-changes.ts'
import { checkVersion } from './version-check.ts'

/**
 * Shown when a part of the app did not load. Browsers remember a failed module until the page is reloaded, so retrying
 * means reloading at the same address; with unsaved input it asks to save first. After a deploy the file may be gone
 * for good, so the version is checked at once; if there is a newer one, the update prompt is the way on.
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
      tone="warning"
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
