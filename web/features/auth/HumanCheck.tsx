import { ShieldAlert, ShieldCheck } from 'iconoir-react'
import { LinkButton } from '../../ui/buttons/PlainButton.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import styles from './HumanCheck.module.css'
import type { HumanCheckState } from './useHumanCheck.ts'

/** Shows the state of the human check; it needs no click. */
export function HumanCheck({ state, onRetry }: { state: HumanCheckState; onRetry: () => void }) {
  return (
    <div className={styles.check} data-state={state} role="status">
      {state === 'working' && <span className={styles.message}>Verifica in corso…</span>}
      {state === 'passed' && (
        <span className={styles.message}>
          <Icon of={ShieldCheck} />
          Verifica superata
        </span>
      )}
      {state === 'failed' && (
        <span className={styles.message}>
          <Icon of={ShieldAlert} />
          Verifica non riuscita
        </span>
      )}
      {state === 'failed' ? (
        <LinkButton onClick={onRetry}>Riprova</LinkButton>
      ) : (
        <span className={styles.note}>nessun dato inviato a terzi</span>
      )}
    </div>
  )
}
