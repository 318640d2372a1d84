import { Button } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import styles from './SecondSteps.module.css'
import { changeSecondSteps } from './second-steps-query.ts'

/** Recovery codes, for when phone and passkeys are lost. Shown once; afterwards only their number is known. */
export function RecoveryCodes({ left, onCodes }: { left: number; onCodes: (codes: string[]) => void }) {
  const [asking, setAsking] = useState(false)
  return (
    <div className={styles.step}>
      <div className={styles.what}>
        <h3 className={styles.name}>Codici di recupero</h3>
        <p className={left > 2 ? styles.state : `${styles.state} ${styles.danger}`}>{howMany(left)}</p>
      </div>
      <div className={styles.acts}>
        <Button variant="default" onClick={() => setAsking(true)}>
          Crea nuovi codici
        </Button>
      </div>
      <ConfirmDialog
        opened={asking}
        title="Crea nuovi codici di recupero"
        action="Crea nuovi codici"
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await changeSecondSteps(async () => {
            const { recovery_codes } = await api('POST /v1/auth/recovery-codes')
            onCodes(recovery_codes)
          }, 'Nuovi codici creati. Quelli di prima non valgono più.')
          setAsking(false)
        }}
      >
        Quelli di prima non varranno più.
      </ConfirmDialog>
    </div>
  )
}

function howMany(left: number) {
  if (left === 0) return 'Non ne resta nessuno: creane di nuovi.'
  if (left === 1) return 'Ne resta uno: creane di nuovi.'
  return `Ne restano ${left}. Ognuno vale una volta sola, se perdi telefono e passkey.`
}
