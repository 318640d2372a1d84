import { formatEuro, splitEuro } from '@saldo/domain/money'
import styles from './Amount.module.css'

/**
 * An amount in cents, `1.234,50 €`, in tabular figures on one line; null renders nothing. A total has one line above it
 * while its books are open, and a double line once they are closed.
 */
export function Amount({
  cents,
  total,
  size = 'text',
}: {
  cents: number | null
  total?: 'open' | 'closed'
  size?: 'text' | 'strong' | 'page'
}) {
  if (cents === null) return null
  return (
    <span className={styles.amount} data-total={total} data-size={size}>
      {formatEuro(cents)}
    </span>
  )
}

/** The large amount of a public page, with smaller cents. */
export function PublicAmount({ cents }: { cents: number }) {
  const { whole, cents: decimals } = splitEuro(cents)
  return (
    <span className={styles.public}>
      {whole}
      <small>,{decimals}&nbsp;€</small>
    </span>
  )
}
