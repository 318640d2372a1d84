import { formatEuro } from '@saldo/domain/money'
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx'
import styles from './TwoBooks.module.css'

/** One line for the provider's book, one for ours; both closed when equal. Amounts in cents. */
export function TwoBooks({ provider, ours, closed }: { provider: number; ours: number; closed: boolean }) {
  const most = Math.max(Math.abs(provider), Math.abs(ours), 1)
  const share = (cents: number) => `${Math.max(2, Math.round((Math.abs(cents) / most) * 100))}%`
  return (
    <span className={styles.books} data-closed={closed || undefined}>
      <span className={styles.provider} style={{ width: share(provider) }} />
      <span className={styles.ours} style={{ width: share(ours) }} />
      <VisuallyHidden>{`provider ${formatEuro(provider)}, pagamenti ${formatEuro(ours)}`}</VisuallyHidden>
    </span>
  )
}
