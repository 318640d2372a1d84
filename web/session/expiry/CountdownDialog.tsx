import { Button } from '@mantine/core'
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx'
import { NativeDialog } from '../../ui/overlay/NativeDialog.tsx'
import styles from './CountdownDialog.module.css'
import { countdownLength } from './inactivity.ts'

/** Seconds left that a screen reader announces; announcing each second would drown everything else. */
const saidAt = [20, 10, 5]

/**
 * The inactivity countdown: two lines, the second one shrinking. A native dialog, so that it lies above whatever is
 * open. Escape stays connected.
 */
export function CountdownDialog({
  seconds,
  onStay,
  onLeave,
}: {
  seconds: number
  onStay: () => void
  onLeave: () => void
}) {
  const words = `${seconds} ${seconds === 1 ? 'secondo' : 'secondi'}`

  return (
    <NativeDialog
      role="alertdialog"
      title="Sessione in scadenza"
      textId="countdown-text"
      width={440}
      focus="[data-autofocus]"
      onEscape={onStay}
    >
      <p id="countdown-text" className={styles.text}>
        Nessuna attività rilevata. Verrai disconnesso tra {words}.
      </p>
      <VisuallyHidden>
        <span role="status">{saidAt.includes(seconds) && `Ancora ${words}.`}</span>
      </VisuallyHidden>
      <div className={styles.lines} aria-hidden>
        <span />
        <span style={{ width: `${(seconds * 100_000) / countdownLength}%` }} />
      </div>
      <footer className={styles.actions}>
        <Button variant="default" onClick={onLeave}>
          Esci
        </Button>
        <Button data-autofocus onClick={onStay}>
          Resta connesso
        </Button>
      </footer>
    </NativeDialog>
  )
}
