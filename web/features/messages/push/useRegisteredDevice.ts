import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { versionsQuery } from '../../../session/queries.ts'
import { canReceivePush } from './can-receive-push.ts'

/** Registers this browser for the new session, if its user has allowed messages before. Loads nothing otherwise. */
export function useRegisteredDevice(): void {
  const app = useQuery(versionsQuery).data?.web_push ?? null
  useEffect(() => {
    if (!app || !canReceivePush() || Notification.permission !== 'granted') return
    // It is tried again at the next start.
    void import('./register-device.ts')
      .then(({ registerDevice }) => registerDevice(app))
      .catch(() => undefined)
  }, [app])
}
