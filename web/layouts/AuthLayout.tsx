import type { ReactNode } from 'react'
import { LogoMark, Wordmark } from '../ui/icons/LogoMark.tsx'
import styles from './AuthLayout.module.css'

/** The progress lines of the poster: percent due, percent received, and the colour of what is missing. */
const pairs: readonly [due: number, received: number, tone?: 'warning' | 'danger' | 'credit'][] = [
  [96, 58],
  [70, 70],
  [84, 31, 'warning'],
  [60, 60],
  [100, 77, 'credit'],
  [48, 48],
  [78, 12, 'danger'],
  [88, 88],
]

/** Layout of the sign-in pages: the form left, the poster right (not on phones). */
export function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className={styles.layout}>
      <div className={styles.side}>
        <header className={styles.brand}>
          <LogoMark size={30} />
          <Wordmark height={22} />
        </header>
        <main className={styles.main}>{children}</main>
        <footer className={styles.foot}>
          <span>Devi solo pagare una bolletta? Apri il link ricevuto: non serve un account.</span>
        </footer>
      </div>
      <aside className={styles.poster} aria-label="L’idea di Saldo">
        <p>
          Una riga per il dovuto,
          <br />
          una per l’incassato.
          <br />
          Quando sono uguali,
          <br />è saldo.
        </p>
        <div aria-hidden>
          {pairs.map(([due, received, tone]) => (
            <div key={`${due}-${received}`} className={styles.pair}>
              <span style={{ width: `${due}%` }} />
              <span style={{ width: `${received}%` }} data-tone={tone} />
            </div>
          ))}
        </div>
      </aside>
    </div>
  )
}
