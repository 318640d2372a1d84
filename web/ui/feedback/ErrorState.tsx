import { Button } from '@mantine/core'
import { Lock, WarningTriangle } from 'iconoir-react'
import type { ReactNode } from 'react'
import { CopyButton } from '../buttons/CopyButton.tsx'
import { Icon, type IconShape } from '../icons/Icon.tsx'
import styles from './ErrorState.module.css'

/** An error: what happened, why, what to do; the request id to copy for support; a retry button when it can help. */
export function ErrorState({
  what,
  why,
  todo,
  requestId,
  onRetry,
}: {
  what: string
  why?: ReactNode
  todo?: ReactNode
  requestId?: string
  onRetry?: () => void
}) {
  return (
    <Trouble icon={WarningTriangle} what={what}>
      {why && <p>{why}</p>}
      {todo && <p>{todo}</p>}
      {requestId && (
        <p className={styles.request}>
          Codice della richiesta <code>{requestId}</code>{' '}
          <CopyButton text={requestId} what="il codice della richiesta" />
        </p>
      )}
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          Riprova
        </Button>
      )}
    </Trouble>
  )
}

/** A page or record that the user may not see: says who can grant it. */
export function NoPermission({
  children = 'Chiedi l’accesso a chi amministra il tuo studio.',
}: {
  children?: ReactNode
}) {
  return (
    <Trouble icon={Lock} what="Non hai accesso a questa pagina">
      <p>{children}</p>
    </Trouble>
  )
}

function Trouble({ icon, what, children }: { icon: IconShape; what: string; children: ReactNode }) {
  return (
    <div className={styles.trouble} role="alert">
      <h2 className={styles.what}>
        <Icon of={icon} size={20} />
        {what}
      </h2>
      {children}
    </div>
  )
}
