import { type ReactNode, useState } from 'react'
import { LinkButton } from '../../../ui/buttons/PlainButton.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import styles from '../Reports.module.css'
import { saveReport } from '../save-report.ts'
import { queryOf, type ReportFilters } from './report-address.ts'

type Table = 'months' | 'ways' | 'ageing' | 'debits' | 'forecast' | 'time_to_pay' | 'accounts'

/**
 * A part of the report: a chart with its table behind it, or the table alone, and the same table as a file. On paper the
 * table stands, because it has the figures.
 */
export function ReportSection({
  title,
  table,
  of,
  filters,
  chart,
  note,
}: {
  title: string
  table: ReactNode
  of: Table
  filters: ReportFilters
  chart?: ReactNode
  note?: ReactNode
}) {
  const [asTable, setAsTable] = useState(false)
  const save = (format: 'csv' | 'xlsx') =>
    void (of === 'accounts'
      ? saveReport('GET /v1/reports/accounts/export', { query: { ...queryOf(filters), format } })
      : saveReport('GET /v1/reports/export', { query: { ...queryOf(filters), table: of, format } }))
  return (
    <Section
      title={title}
      action={
        <span className={styles.acts} data-print="away">
          {chart && (
            <LinkButton
              onClick={() => setAsTable(!asTable)}
              aria-label={`${title}: ${asTable ? 'grafico' : 'tabella'}`}
            >
              {asTable ? 'Grafico' : 'Tabella'}
            </LinkButton>
          )}
          <LinkButton onClick={() => save('xlsx')} aria-label={`${title}: scarica come XLSX`}>
            XLSX
          </LinkButton>
          <LinkButton onClick={() => save('csv')} aria-label={`${title}: scarica come CSV`}>
            CSV
          </LinkButton>
        </span>
      }
    >
      {chart && !asTable ? (
        <>
          <div data-print="away">{chart}</div>
          <div data-print="only">{table}</div>
        </>
      ) : (
        table
      )}
      {note && <p className={styles.note}>{note}</p>}
    </Section>
  )
}
