import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { CopyButton } from '../../ui/buttons/CopyButton.tsx'
import styles from './WholePage.module.css'

/** An error: what happened, why, where to go from here; the request id, if any, for support. */
export function ErrorBody({
  code,
  title,
  requestId,
  actions,
  children,
}: {
  code: string
  title: string
  requestId?: string | null | undefined
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={styles.main}>
      <title>{`${title} · Saldo`}</title>
      <p className={styles.code}>{code}</p>
      <h1 className={styles.title}>{title}</h1>
      <div className={styles.why}>{children}</div>
      {requestId && (
        <p className={styles.why}>
          Se chiedi aiuto, indica il codice <code>{requestId}</code>{' '}
          <CopyButton text={requestId} what="il codice della richiesta" />
        </p>
      )}
      <div className={styles.actions}>
        {actions}
        <Button component="a" href="#/dashboard" variant={actions ? 'default' : 'filled'}>
          Vai alla dashboard
        </Button>
        {history.length > 1 && (
          <Button variant="default" onClick={() => history.back()}>
            Torna indietro
          </Button>
        )}
      </div>
    </div>
  )
}
