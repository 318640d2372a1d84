import { Amount } from '../data/Amount.tsx'
import { PaymentProgress } from '../data/PaymentProgress.tsx'
import styles from './GridCard.module.css'
import type { Card } from './list.ts'

/** A row on a phone: name and unit left; amount, progress lines and state right. */
export function GridCard({ card }: { card: Card }) {
  return (
    <div className={styles.card}>
      <div className={styles.who}>
        <div className={styles.title}>{card.title}</div>
        {card.subtitle && <div className={styles.subtitle}>{card.subtitle}</div>}
      </div>
      <div className={styles.what}>
        {card.amount !== undefined && <Amount cents={card.amount} size="strong" />}
        {card.lines && <PaymentProgress {...card.lines} />}
        {card.state}
      </div>
    </div>
  )
}
