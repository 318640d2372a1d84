import { earliestDay } from '@saldo/domain/accounting/registration-dates'
import { formatDate, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { useState } from 'react'
import { DateField } from '../../ui/form/fields.tsx'
import { formatCountOf } from '../../ui/grid/list.ts'
import { Section } from '../../ui/layout/Section.tsx'
import styles from './ImportPreview.module.css'
import type { Import } from './import-kinds.ts'
import { whyNotOpeningDay } from './import-words.ts'

/**
 * The date of opening balances, for rows without one. Saldo never assumes today: the file's title or header proposes a
 * date, or the user types it. `typed`: text with which the file was not read yet; null: none.
 */
export function OpeningDay({
  found: { counts, opening_date },
  typed,
  onChange,
}: {
  found: Import
  typed: string | null
  onChange: (typed: string | null) => void
}) {
  const [left, setLeft] = useState(false)
  return (
    <Section title={opening_date ? `Saldi al ${formatDate(opening_date)}` : 'A che giorno sono i saldi'}>
      <div className={styles.account}>
        <DateField
          name="opening_date"
          label="Data dei saldi"
          hint={`${opening_date ? 'Vale per' : 'Il foglio non la dice per'} ${formatCountOf(counts.opening_undated, { one: 'saldo', many: 'saldi' })}. In tutto ${formatEuro(counts.opening_debts_amount)} da pagare e ${formatEuro(counts.opening_credits_amount)} a credito`}
          required
          min={earliestDay()}
          max={today()}
          value={typed ?? opening_date ?? ''}
          error={left && typed !== null ? whyNotOpeningDay(typed) : null}
          onBlur={() => setLeft(true)}
          onChange={(day) => {
            setLeft(false)
            onChange(day === (opening_date ?? '') ? null : day)
          }}
        />
      </div>
    </Section>
  )
}
