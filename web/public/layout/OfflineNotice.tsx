import { useSyncExternalStore } from 'react'
import css from './Page.module.css'

/** Says that the connection is gone and that input is kept. */
export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, isOnline)
  return (
    <div role="status">
      {!online && <div className={css.offline}>Sei senza connessione. Quello che hai scritto resta qui.</div>}
    </div>
  )
}

// The server, which draws the page first, has no connection that could be gone.
const isOnline = () => globalThis.navigator?.onLine !== false

function subscribe(changed: () => void) {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}
