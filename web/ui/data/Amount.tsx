import { formatEuro, splitEuro } from '@saldo/domain/money'
import styles from './Amount.module.css'

/**
 * An amount in cents, `1.234,50 €`, tabular and on one line; nothing for null, which one may not see. As a total it stands on one line while open
 * and on a double rule once closed.
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

/** The large amount of a public page; only here the cents are smaller. */
export function PublicAmount({ cents }: { cents: number }) {
  const { whole, cents: decimals } = splitEuro(cents)
  return (
    <span className={styles.public}>
      {whole}
      <small>,{decimals}&nbsp;€</small>
    </span>
  )
}
