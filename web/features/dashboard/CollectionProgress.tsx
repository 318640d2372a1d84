import { formatEuro } from '@saldo/domain/money'
import { Link } from '@tanstack/react-router'
import { percentReceived } from '../../ui/data/PaymentProgress.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { balanced } from '../../ui/data/states.ts'
import links from '../../ui/layout/Links.module.css'
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx'
import styles from './CollectionProgress.module.css'
import type { Dashboard } from './dashboard-query.ts'
import { billsToCollect, collectedBills, earlierBills, issuedBills, unsettledBills } from './figure-links.ts'

/**
 * The large progress of the dashboard: one line for what is due, one for what was received, and the difference. `own`:
 * a resident's, without links to lists.
 */
export function CollectionProgress({
  totals,
  toCollect,
  year,
  own = false,
}: {
  totals: NonNullable<Dashboard['totals']>
  toCollect: NonNullable<Dashboard['to_collect']>
  year: number | null
  own?: boolean
}) {
  const { amount, settled, residue } = totals
  const closed = amount > 0 && residue === 0
  const share = amount === 0 ? 0 : percentReceived(amount, settled)
  return (
    <section
      aria-label={own ? 'Dovuto e pagato' : 'Emesso e incassato'}
      data-closed={closed || undefined}
      className={styles.lines}
    >
      <div className={styles.row}>
        <span className={styles.label}>{own ? 'Dovuto' : 'Emesso'}</span>
        <Figure link={!own && issuedBills(year)}>{formatEuro(amount)}</Figure>
      </div>
      <div className={styles.due} />
      <div className={styles.row}>
        <span className={styles.label}>{own ? 'Pagato' : 'Incassato'}</span>
        <Figure link={!own && collectedBills(year)}>{formatEuro(settled)}</Figure>
      </div>
      <div className={styles.missing}>
        {closed ? (
          <StateLabel state={balanced} tinted />
        ) : (
          <>
            <span>{own ? 'restano' : 'mancano al pareggio'}</span>
            <Figure link={!own && unsettledBills(year)}>{formatEuro(residue)}</Figure>
          </>
        )}
      </div>
      <div className={styles.received}>
        <span style={{ width: `${share}%` }} />
        <VisuallyHidden>{`${share} % ${own ? 'pagato' : 'incassato'}`}</VisuallyHidden>
      </div>
      {year !== null && <OtherYears toCollect={toCollect} year={year} own={own} />}
    </section>
  )
}

/** Adds what bills of other years still ask for, and the total. */
function OtherYears({
  toCollect: { residue, earlier, later },
  year,
  own,
}: {
  toCollect: NonNullable<Dashboard['to_collect']>
  year: number
  own: boolean
}) {
  if (earlier === 0 && later === 0) return null
  return (
    <p className={styles.years}>
      {own ? 'In tutto restano da pagare ' : 'In tutto da incassare '}
      <Sum link={!own && billsToCollect()}>{formatEuro(residue)}</Sum>
      {earlier > 0 && (
        <>
          , di cui <Sum link={!own && earlierBills(year)}>{formatEuro(earlier)}</Sum> da anni precedenti
        </>
      )}
      {later > 0 &&
        `, ${earlier > 0 ? 'e' : 'di cui'} ${formatEuro(later)} di bollette con data dopo il ${year}`}
      .
    </p>
  )
}

function Sum({ link, children }: { link: ReturnType<typeof billsToCollect> | false; children: string }) {
  if (!link) return <strong>{children}</strong>
  return (
    <Link {...link} className={links.link}>
      {children}
    </Link>
  )
}

function Figure({ link, children }: { link: ReturnType<typeof issuedBills> | false; children: string }) {
  if (!link) return <strong className={styles.figure}>{children}</strong>
  return (
    <Link {...link} className={styles.figure}>
      {children}
    </Link>
  )
}
