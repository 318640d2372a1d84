import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { savesData } from '../../saves-data.ts'
import { logout } from '../session.ts'
import { onCountdown, readCountdown, stayConnected } from './inactivity.ts'

type Dialog = ComponentType<{ seconds: number; onStay: () => void; onLeave: () => void }>
const preloadsAfter = 5000

/** Shows the countdown while it runs. Its dialog is loaded in advance, so that it opens without a connection. */
export function SessionCountdown() {
  const seconds = useSyncExternalStore(onCountdown, readCountdown)
  const Dialog = usePreloaded(seconds !== null)
  if (seconds === null || !Dialog) return null
  return <Dialog seconds={seconds} onStay={stayConnected} onLeave={logout} />
}

/** Retried when the connection is back, and when the countdown begins. */
function usePreloaded(needed: boolean) {
  const [dialog, setDialog] = useState<Dialog | null>(null)
  useEffect(() => {
    if (dialog) return
    const load = () =>
      void import('./CountdownDialog.tsx').then(
        (loaded) => setDialog(() => loaded.CountdownDialog),
        () => undefined,
      )
    if (needed) load()
    const timer = savesData() ? undefined : setTimeout(load, preloadsAfter)
    addEventListener('online', load)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', load)
    }
  }, [dialog, needed])
  return dialog
}
