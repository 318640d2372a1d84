import { formatEuro } from '@saldo/domain/money'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Address } from '../../paths.ts'
import styles from '../dashboard/Figures.module.css'

type Figure = { label: string; amount: number; foot: ReactNode; danger?: boolean; to?: Address }

/** Up to four sums in a row, each a link to its list if it has one. */
export const FigureStrip = ({ figures }: { figures: readonly Figure[] }) => (
  <ul className={styles.figures} aria-label="In breve">
    {figures.map(({ label, amount, foot, danger, to }) => {
      const inside = (
        <>
          <span className={styles.label}>{label}</span>
          <span className={styles.amount}>{formatEuro(amount)}</span>
          <span className={styles.foot} data-danger={danger || undefined}>
            {foot}
          </span>
        </>
      )
      return (
        <li key={label}>
          {to ? (
            <Link {...to} className={styles.figure}>
              {inside}
            </Link>
          ) : (
            <div className={styles.figure}>{inside}</div>
          )}
        </li>
      )
    })}
  </ul>
)
