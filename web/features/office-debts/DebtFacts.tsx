import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { Facts } from '../../ui/data/Facts.tsx'
import { debtCauses, type OfficeDebt } from './debt-words.ts'

/** Shows the money recovered from a connected account, the part that was not, and the debt for it. */
export const DebtFacts = ({ debt }: { debt: OfficeDebt }) => (
  <Facts
    rows={[
      ['Causa', debtCauses[debt.cause]],
      ['Condominio', debt.account_name],
      ['Bolletta', `${debt.bill_number}, ${debt.subject_nominative}`],
      ['Contestato', debt.amount > 0 && formatEuro(debt.amount)],
      ['Ripreso dal conto collegato', debt.reversed > 0 && formatEuro(debt.reversed)],
      ['Anticipato da Saldo', debt.refused > 0 && formatEuro(debt.refused)],
      ['Commissione del provider', debt.fee > 0 && formatEuro(debt.fee)],
      ['Già saldato', debt.settled > 0 && formatEuro(debt.settled)],
      ['Da saldare', debt.owed > 0 && <strong>{formatEuro(debt.owed)}</strong>],
      ['A debito dal', debt.owed_since && formatDate(debt.owed_since)],
      [
        'Da restituire al conto',
        debt.to_return > debt.returned && formatEuro(debt.to_return - debt.returned),
      ],
      ['Tornato al conto', debt.returned > 0 && formatEuro(debt.returned)],
    ]}
  />
)
