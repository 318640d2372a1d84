import { formatEuro } from '@saldo/domain/money'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { LinkButton } from '../../ui/buttons/PlainButton.tsx'
import linkStyles from '../../ui/layout/Links.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import type { Dashboard } from './dashboard-query.ts'
import type { FigureLinks } from './figure-links.ts'
import styles from './MonthsChart.module.css'
import { MonthsChart } from './MonthsChart.tsx'
import { capital, longMonth } from './month-names.ts'

/** Issued amounts and net receipts by month: as bars, or as a table with links to the lists. */
export function ByMonth({ months, links }: { months: Dashboard['months']; links: FigureLinks }) {
  const [asTable, setAsTable] = useState(false)
  return (
    <Section
      title="Emesso e incassi netti per mese"
      action={
        <span className={styles.legend}>
          {!asTable && (
            <>
              <span className={styles.key}>
                <i data-of="issued" />
                Emesso
              </span>
              <span className={styles.key}>
                <i data-of="collected" />
                Incassi netti
              </span>
            </>
          )}
          <LinkButton onClick={() => setAsTable(!asTable)}>{asTable ? 'Grafico' : 'Tabella'}</LinkButton>
        </span>
      }
    >
      {asTable ? <MonthsTable months={months} links={links} /> : <MonthsChart months={months} />}
    </Section>
  )
}

function MonthsTable({ months, links }: { months: Dashboard['months']; links: FigureLinks }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Mese</th>
          <th scope="col">Emesso</th>
          <th scope="col">Incassi netti</th>
        </tr>
      </thead>
      <tbody>
        {months.toReversed().map(({ month, issued, collected, corrected }) => (
          <tr key={month}>
            <th scope="row">{capital(longMonth(month))}</th>
            <td>
              <Link {...links.billsOfMonth(month)} className={linkStyles.link}>
                {issued !== null && formatEuro(issued)}
              </Link>
            </td>
            <td>
              <Link {...links.paymentsOfMonth(month)} className={linkStyles.link}>
                {collected !== null && formatEuro(collected)}
              </Link>
              {corrected ? <small> rettifiche {formatEuro(corrected)}</small> : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
