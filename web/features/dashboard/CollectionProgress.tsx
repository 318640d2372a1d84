import { formatEuro } from '@saldo/domain/money'
import { Link } from '@tanstack/react-router'
import { percentReceived } from '../../ui/data/PaymentProgress.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { balanced } from '../../ui/data/states.ts'
import linkStyles from '../../ui/layout/Links.module.css'
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx'
import styles from './CollectionProgress.module.css'
import type { Dashboard } from './dashboard-query.ts'
import type { FigureLink, FigureLinks } from './figure-links.ts'

/**
 * The large progress of the dashboard: one line for what is due, one for what was received, and the difference. Without
 * `links` to lists: a resident's.
 */
export function CollectionProgress({
  totals,
  toCollect,
  year,
  links,
}: {
  totals: NonNullable<Dashboard['totals']>
  toCollect: NonNullable<Dashboard['to_collect']>
  year: number | null
  links?: FigureLinks
}) {
  const own = links === undefined
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
        <Figure link={links?.issuedBills(year)}>{formatEuro(amount)}</Figure>
      </div>
      <div className={styles.due} />
      <div className={styles.row}>
        <span className={styles.label}>{own ? 'Pagato' : 'Incassato'}</span>
        <Figure link={links?.collectedBills(year)}>{formatEuro(settled)}</Figure>
      </div>
      <div className={styles.missing}>
        {closed ? (
          <StateLabel state={balanced} tinted />
        ) : (
          <>
            <span>{own ? 'restano' : 'mancano al pareggio'}</span>
            <Figure link={links?.unsettledBills(year)}>{formatEuro(residue)}</Figure>
          </>
        )}
      </div>
      <div className={styles.received}>
        <span style={{ width: `${share}%` }} />
        <VisuallyHidden>{`${share} % ${own ? 'pagato' : 'incassato'}`}</VisuallyHidden>
      </div>
      {year !== null && <OtherYears toCollect={toCollect} year={year} links={links} />}
    </section>
  )
}

/** Adds what bills of other years still ask for, and the total. */
function OtherYears({
  toCollect: { residue, earlier, later },
  year,
  links,
}: {
  toCollect: NonNullable<Dashboard['to_collect']>
  year: number
  links: FigureLinks | undefined
}) {
  if (earlier === 0 && later === 0) return null
  return (
    <p className={styles.years}>
      {links ? 'In tutto da incassare ' : 'In tutto restano da pagare '}
      <Sum link={links?.billsToCollect()}>{formatEuro(residue)}</Sum>
      {earlier > 0 && (
        <>
          , di cui <Sum link={links?.earlierBills(year)}>{formatEuro(earlier)}</Sum> da anni precedenti
        </>
      )}
      {later > 0 &&
        `, ${earlier > 0 ? 'e' : 'di cui'} ${formatEuro(later)} di bollette con data dopo il ${year}`}
      .
    </p>
  )
}

function Sum({ link, children }: { link: FigureLink | undefined; children: string }) {
  if (!link) return <strong>{children}</strong>
  return (
    <Link {...link} className={linkStyles.link}>
      {children}
    </Link>
  )
}

function Figure({ link, children }: { link: FigureLink | undefined; children: string }) {
  if (!link) return <strong className={styles.figure}>{children}</strong>
  return (
    <Link {...link} className={styles.figure}>
      {children}
    </Link>
  )
}
