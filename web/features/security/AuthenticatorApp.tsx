import { Button } from '@mantine/core'
import { formatDate } from '@saldo/domain/dates'
import { Suspense, useState } from 'react'
import { api, type Reply } from '../../api.ts'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import styles from './SecondSteps.module.css'
import { changeSecondSteps, refreshSecondSteps, toastFailure } from './second-steps-query.ts'

const AddAppDialog = lazyWithRetry(() => import('./AddAppDialog.tsx'))
type Proposed = Reply<'POST /v1/auth/totp'>

/** The authenticator app: add, replace, remove. */
export function AuthenticatorApp({
  since,
  onCodes,
}: {
  since: string | null
  onCodes: (codes: string[] | null) => void
}) {
  const [proposed, setProposed] = useState<Proposed | null>(null)
  const [asking, setAsking] = useState(false)
  const [removing, setRemoving] = useState(false)
  async function propose() {
    setAsking(true)
    try {
      setProposed(await api('POST /v1/auth/totp'))
    } catch (error) {
      toastFailure(error)
    } finally {
      setAsking(false)
    }
  }
  return (
    <div className={styles.step}>
      <div className={styles.what}>
        <h3 className={styles.name}>App per i codici</h3>
        <p className={styles.state}>
          {since
            ? `Attiva dal ${formatDate(since.slice(0, 10))}.`
            : 'Un’app del telefono mostra sei cifre, che cambiano ogni 30 secondi.'}
        </p>
      </div>
      <div className={styles.acts}>
        <Button variant="default" loading={asking} onClick={() => void propose()}>
          {since ? 'Cambia telefono' : 'Aggiungi un’app'}
        </Button>
        {since && (
          <Button variant="default" onClick={() => setRemoving(true)}>
            Togli
          </Button>
        )}
      </div>
      {proposed && (
        <Suspense fallback={null}>
          <AddAppDialog
            proposed={proposed}
            onClose={() => setProposed(null)}
            onAdded={(codes) => {
              setProposed(null)
              onCodes(codes)
              void refreshSecondSteps()
            }}
          />
        </Suspense>
      )}
      <ConfirmDialog
        opened={removing}
        danger
        title="Togli l’app per i codici"
        action="Togli"
        cancel="Lascia com’è"
        onClose={() => setRemoving(false)}
        onConfirm={async () => {
          await changeSecondSteps(
            () => api('DELETE /v1/auth/totp'),
            'Saldo non chiede più i codici dell’app.',
          )
          setRemoving(false)
        }}
      >
        Saldo non chiederà più i suoi codici.
      </ConfirmDialog>
    </div>
  )
}
