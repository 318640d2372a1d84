import { Button } from '@mantine/core'
import { formatDate } from '@saldo/domain/dates'
import { Suspense, useState } from 'react'
import { api } from '../../api.ts'
import { LinkButton } from '../../ui/buttons/PlainButton.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import styles from './SecondSteps.module.css'
import { changeSecondSteps, type Passkey, refreshSecondSteps } from './second-steps-query.ts'

const PasskeyDialog = lazyWithRetry(() => import('./PasskeyDialog.tsx'))

/** The user's passkeys, with names, because they look alike. */
export function Passkeys({
  passkeys,
  onCodes,
}: {
  passkeys: readonly Passkey[]
  onCodes: (codes: string[] | null) => void
}) {
  const [named, setNamed] = useState<Passkey | 'new' | null>(null)
  const [removed, setRemoved] = useState<Passkey | null>(null)
  return (
    <div className={styles.step}>
      <div className={styles.what}>
        <h3 className={styles.name}>Passkey</h3>
        <p className={styles.state}>
          Confermi con l’impronta, il viso o il PIN del dispositivo, o con una chiave di sicurezza.
        </p>
      </div>
      <div className={styles.acts}>
        <Button variant="default" onClick={() => setNamed('new')}>
          Aggiungi una passkey
        </Button>
      </div>
      {passkeys.length > 0 && (
        <ul className={styles.keys} aria-label="Le tue passkey">
          {passkeys.map((passkey) => (
            <li key={passkey.passkey_id} className={styles.key}>
              <div>
                <div className={styles.name}>{passkey.name}</div>
                <div className={styles.state}>{history(passkey)}</div>
              </div>
              <div className={styles.acts}>
                <LinkButton aria-label={`Rinomina ${passkey.name}`} onClick={() => setNamed(passkey)}>
                  Rinomina
                </LinkButton>
                <LinkButton aria-label={`Togli ${passkey.name}`} onClick={() => setRemoved(passkey)}>
                  Togli
                </LinkButton>
              </div>
            </li>
          ))}
        </ul>
      )}
      {named && (
        <Suspense fallback={null}>
          <PasskeyDialog
            passkey={named === 'new' ? null : named}
            onClose={() => setNamed(null)}
            onDone={(codes) => {
              setNamed(null)
              onCodes(codes)
              void refreshSecondSteps()
            }}
          />
        </Suspense>
      )}
      <ConfirmDialog
        opened={removed !== null}
        danger
        title={`Togli la passkey ${removed?.name ?? ''}`}
        action="Togli"
        cancel="Lascia com’è"
        onClose={() => setRemoved(null)}
        onConfirm={async () => {
          const id = removed?.passkey_id
          await changeSecondSteps(
            () => api('DELETE /v1/auth/passkeys/{id}', { params: { id } }),
            'Passkey tolta.',
          )
          setRemoved(null)
        }}
      >
        Non aprirà più il tuo accesso. Toglila anche dal dispositivo, dove l’hai salvata.
      </ConfirmDialog>
    </div>
  )
}

const day = (instant: string) => formatDate(instant.slice(0, 10))
const history = ({ created_at, used_at }: Passkey) =>
  `Creata il ${day(created_at)}, ${used_at ? `usata il ${day(used_at)}` : 'mai usata'}.`
