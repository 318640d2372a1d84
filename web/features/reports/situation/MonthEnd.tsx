import { Button } from '@mantine/core'
import { today } from '@saldo/domain/dates'
import { useState } from 'react'
import { SelectField } from '../../../ui/form/fields.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { capital, longMonth } from '../../dashboard/month-names.ts'
import { monthFrom } from '../page/report-address.ts'
import styles from '../Reports.module.css'
import { saveReport } from '../save-report.ts'

/** The month-end of the condominium as a file; the last whole month unless another is chosen. */
export function MonthEnd({ account_id }: { account_id: number }) {
  const now = today().slice(0, 7)
  const [month, setMonth] = useState(monthFrom(now, -1))
  const months = Array.from({ length: 36 }, (_, back) => {
    const value = monthFrom(now, -back)
    return { value, label: capital(longMonth(value)) }
  })
  const save = (format: 'pdf' | 'xlsx') =>
    void saveReport('GET /v1/reports/month-end/{id}', {
      params: { id: account_id },
      query: { month, format },
    })
  return (
    <Section title="Chiusura del mese">
      <div className={styles.monthEnd} data-print="away">
        <SelectField
          name="month"
          label="Mese"
          value={month}
          options={months}
          error={null}
          onBlur={() => undefined}
          onChange={(chosen) => chosen && setMonth(chosen)}
        />
        <Button variant="default" onClick={() => save('pdf')}>
          PDF
        </Button>
        <Button variant="default" onClick={() => save('xlsx')}>
          XLSX
        </Button>
      </div>
      <p className={styles.note}>
        Saldi di inizio e fine mese, emesso, incassi per modo di pagare, insoluti, commissioni e chi doveva a
        fine mese.
      </p>
    </Section>
  )
}
