import { Amount } from './Amount.tsx'

/** Cents past their date, in the colour of what is late; a dash when there are none, nothing for null. */
export const OverdueAmount = ({ cents }: { cents: number | null }) =>
  cents === null ? null : cents > 0 ? (
    <span style={{ color: 'var(--saldo-late)', fontWeight: 550 }}>
      <Amount cents={cents} />
    </span>
  ) : (
    <span style={{ color: 'var(--saldo-dim)' }}>–</span>
  )
