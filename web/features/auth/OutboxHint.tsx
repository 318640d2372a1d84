import { useEffect, useState } from 'react'
import { api } from '../../api.ts'
import styles from './LoginPage.module.css'

/** Where mails are not sent, says who can read them; nothing elsewhere. */
export function OutboxHint() {
  const [outbox, setOutbox] = useState(false)
  useEffect(() => {
    api('GET /v1/settings/versions').then(
      (versions) => setOutbox(versions.outbox),
      () => undefined,
    )
  }, [])
  if (!outbox) return null
  return (
    <p className={styles.message}>
      Questa è una prova di Saldo e le e-mail non partono: si leggono entrando come backoffice, in Gestione,
      E-mail.
    </p>
  )
}
