import type { MyOwed } from '@saldo/contract/bills/mybills'
import { inAll } from '@saldo/domain/bills/owed'
import { formatLongDate, relativeDay } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { DataTransferBoth, WarningTriangle } from 'iconoir-react'
import { PublicAmount } from '../../ui/data/Amount.tsx'
import { PaymentProgress } from '../../ui/data/PaymentProgress.tsx'
import { Bar, Loading } from '../../ui/feedback/Skeleton.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import styles from './OwedNow.module.css'

/**
 * What a resident owes now in one figure, the one button that pays it, what is late and what comes. Without router and queries:
 * the home's first drawing (`public/home`) shows it before the app has come. `others`: what is due for whom one pays, in words.
 */
export function OwedFigure({ owed, others }: { owed: MyOwed; others?: string | null }) {
  if (!owed.has_bills && !others) return null
  return (
    <section className={styles.owed} aria-label="Da pagare ora">
      {owed.has_bills && (owed.due_now > 0 ? <Due owed={owed} /> : <Done />)}
      {/* Below the figure, which would move when it arrives. */}
      {others && <p className={styles.others}>{others}</p>}
    </section>
  )
}

function Due({ owed }: { owed: MyOwed }) {
  const { due_now, payable_now, to_confirm, overdue, late_since, next, today } = owed
  const atBank = owed.pending - to_confirm
  const all = inAll(owed)
  return (
    <>
      <p className={styles.label}>Da pagare ora</p>
      <p className={styles.amount}>
        <PublicAmount cents={due_now} />
      </p>
      {all && <p className={styles.dim}>{all}</p>}
      <ul className={styles.facts}>
        {late_since && (
          <li data-tone="late">
            <Icon of={WarningTriangle} size={20} />
            <span>
              <strong>Scaduto {formatEuro(overdue)}</strong> dal {formatLongDate(late_since)},{' '}
              {relativeDay(late_since, today)}
            </span>
          </li>
        )}
        {next && (
          <li>
            <span>
              Prossima scadenza {formatEuro(next.amount)} entro {formatLongDate(next.due_date)},{' '}
              {relativeDay(next.due_date, today)}
            </span>
          </li>
        )}
        {to_confirm > 0 && (
          <li data-tone="moving">
            <Icon of={DataTransferBoth} size={20} />
            <span>
              <strong>Da confermare {formatEuro(to_confirm)}</strong>: manca la tua conferma alla banca.
              Riprendi quel pagamento dalla bolletta, oppure pagali qui.
            </span>
          </li>
        )}
        {atBank > 0 && (
          <li data-tone="moving">
            <Icon of={DataTransferBoth} size={20} />
            <span>
              <strong>In corso {formatEuro(atBank)}</strong>: la banca deve ancora rispondere. Non ripagarli.
            </span>
          </li>
        )}
      </ul>
      {payable_now > 0 && (
        <a href="#/paga" className={styles.pay}>
          Paga {formatEuro(payable_now)}
        </a>
      )}
    </>
  )
}

const Done = () => (
  <>
    <h2 className={styles.done}>Fatto. Non devi altro.</h2>
    <div className={styles.lines}>
      <PaymentProgress due={1} received={1} state="settled" thick toPayer />
    </div>
  </>
)

export const OwedSkeleton = () => (
  <Loading what="quanto devi">
    <div className={styles.ghost}>
      <Bar width={110} height={20} />
      <Bar width="60%" height={54} />
      <Bar width="80%" height={20} />
      <Bar height={56} />
    </div>
  </Loading>
)
