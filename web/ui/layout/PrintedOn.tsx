import { formatDate, today } from '@saldo/domain/dates'

/** On paper alone: of which day the page is. */
export const PrintedOn = () => (
  <p data-print="only" style={{ margin: '0 0 8px', textAlign: 'right' }}>
    Saldo · stampato il {formatDate(today())}
  </p>
)
