import { formatEuro } from '@saldo/domain/money'
import { TransferData } from '../../public/pay/Transfer.tsx'
import type { Group } from './my-bills-query.ts'
import styles from './TransferList.module.css'

/**
 * A bank transfer for each condominium, in one list: each to its own account. A transfer is of one bill, whose reference
 * it carries, so that several bills of a condominium are several transfers: each of what is due now of its bill, whatever
 * amount was chosen (`otherAmount`).
 */
export function TransferList({
  groups,
  otherAmount = false,
}: {
  groups: readonly Group[]
  otherAmount?: boolean
}) {
  const without = groups.filter(({ transfers }) => transfers.length === 0)
  const count = groups.reduce((sum, { transfers }) => sum + transfers.length, 0)
  return (
    <div className={styles.list}>
      {otherAmount && count > 0 && (
        <p>
          {count > 1
            ? 'I bonifici sono per quello che scade ora, non per l’importo che hai scelto.'
            : 'Il bonifico è per quello che scade ora, non per l’importo che hai scelto.'}
        </p>
      )}
      {count > 1 && <p>Sono {count} bonifici, uno per bolletta: ognuno ha la sua causale.</p>}
      {groups.flatMap(({ asker, bills, transfers }) =>
        transfers.map(({ bill_id, transfer }) => {
          const bill = bills.find((each) => each.bill_id === bill_id)
          return (
            <section key={bill_id} className={styles.one} aria-label={`Bonifico a ${asker.account_name}`}>
              <h3>{asker.account_name}</h3>
              <p className={styles.dim}>
                {[bill?.description, bill?.unit].filter(Boolean).join(' · ')}, {formatEuro(transfer.amount)}
              </p>
              <TransferData transfer={transfer} />
            </section>
          )
        }),
      )}
      {without.map(({ account_id, asker }) => (
        <p key={account_id}>{asker.account_name} non ha ancora un conto per i bonifici.</p>
      ))}
    </div>
  )
}
