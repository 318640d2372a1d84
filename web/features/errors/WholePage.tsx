import type { ReactNode } from 'react'
import { LogoMark, Wordmark } from '../../ui/icons/LogoMark.tsx'
import styles from './WholePage.module.css'

/** An error page without layout. */
export function WholePage({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <header className={styles.brand}>
        <LogoMark />
        <Wordmark />
      </header>
      <main>{children}</main>
    </div>
  )
}
