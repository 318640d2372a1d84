import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { useRefusalReason } from '../../../session/permissions/permission.ts'
import { LinkButton } from '../../../ui/buttons/PlainButton.tsx'
import { Amount } from '../../../ui/data/Amount.tsx'
import { formatCountOf } from '../../../ui/grid/list.ts'
import type { Done } from '../transfer-acts.ts'
import type { Movement } from '../transfer-query.ts'
import { openOf, payerOf } from '../transfer-words.ts'
import { MatchingBench } from './MatchingBench.tsx'
import styles from './Workbench.module.css'

/** Several movements of one condominium that settle something together. */
export function Together({
  movements,
  onDone,
  onClose,
}: {
  movements: readonly [Movement, ...Movement[]]
  onDone: (done: Done) => void
  onClose: () => void
}) {
  const notPermitted = useRefusalReason('payments:write')
  const open = movements.reduce((sum, movement) => sum + openOf(movement), 0)
  return (
    <>
      <div className={styles.headOf}>
        <header className={styles.head}>
          <div className={styles.who}>
            <p className={styles.dim}>{movements[0].account_name}</p>
            <h2 className={styles.payer}>
              {formatCountOf(movements.length, { one: 'bonifico', many: 'bonifici' })} insieme
            </h2>
            <ul className={styles.reasons}>
              {movements.map((movement) => (
                <li key={movement.movement_id}>
                  {payerOf(movement)}, {formatDate(movement.booked_on)}, {formatEuro(openOf(movement))}
                </li>
              ))}
            </ul>
          </div>
          <div className={styles.amount}>
            <Amount cents={open} size="page" />
            <LinkButton onClick={onClose}>uno alla volta</LinkButton>
          </div>
        </header>
      </div>
      <MatchingBench
        key={movements.map(({ movement_id }) => movement_id).join()}
        movements={movements}
        proposals={none}
        notPermitted={notPermitted}
        onDone={onDone}
      />
    </>
  )
}

const none: readonly never[] = []
