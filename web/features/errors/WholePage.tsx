import type { ReactNode } from 'react'
import { Mark, Wordmark } from '../../ui/Mark.tsx'
import styles from './WholePage.module.css'

/** A page that says one thing on bare paper, and the way home. */
export function WholePage({
  code,
  title,
  action,
  children,
}: {
  code: string
  title: string
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={styles.page}>
      <title>{`${title} · Saldo`}</title>
      <header className={styles.brand}>
        <Mark />
        <Wordmark />
      </header>
      <main className={styles.main}>
        <p className={styles.code}>{code}</p>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.why}>{children}</p>
        {action ?? <a href="#/dashboard">Torna alla dashboard</a>}
      </main>
    </div>
  )
}
