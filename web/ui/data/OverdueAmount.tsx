import { Amount } from './Amount.tsx'

/** An overdue amount in cents, in the colour of overdue; a dash for 0, nothing for null. */
export const OverdueAmount = ({ cents }: { cents: number | null }) =>
  cents === null ? null : cents > 0 ? (
    <span style={{ color: 'var(--saldo-danger)', fontWeight: 550 }}>
      <Amount cents={cents} />
    </span>
  ) : (
    <span style={{ color: 'var(--saldo-dim)' }}>–</span>
  )
