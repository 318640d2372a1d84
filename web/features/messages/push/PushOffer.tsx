import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { versionsQuery } from '../../../session/queries.ts'
import { alertToast } from '../../../ui/feedback/toast.ts'
import { canReceivePush } from './can-receive-push.ts'
import styles from './PushOffer.module.css'

/** Offers to receive messages on this device, where it can; the browser asks only after the click. */
export function PushOffer() {
  const app = useQuery(versionsQuery).data?.web_push ?? null
  const [decided, setDecided] = useState(false)
  const [busy, setBusy] = useState(false)
  if (!app || decided || !canReceivePush() || Notification.permission !== 'default') return null
  const accept = async () => {
    setBusy(true)
    try {
      if ((await Notification.requestPermission()) === 'granted') {
        const { registerDevice } = await import('./register-device.ts')
        await registerDevice(app)
        alertToast('Da ora ricevi gli avvisi anche qui.', 'success')
      }
      setDecided(true)
    } catch {
      alertToast('Non riesco ad attivare gli avvisi su questo dispositivo. Riprova fra poco.', 'danger')
    }
    setBusy(false)
  }
  return (
    <div className={styles.offer}>
      <p>Vuoi ricevere i messaggi anche su questo dispositivo, quando Saldo è chiuso?</p>
      <Button variant="default" loading={busy} onClick={() => void accept()}>
        Attiva gli avvisi
      </Button>
    </div>
  )
}
