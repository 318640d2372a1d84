import { Checkbox } from '@mantine/core'
import { formatDate, isDay } from '@saldo/domain/dates'
import { daysBackwards } from '@saldo/domain/ranges'
import { useQuery } from '@tanstack/react-query'
import { Filter } from 'iconoir-react'
import { useState } from 'react'
import { accountFilter, nameOfAccount, searchAccounts } from '../../records/account-reference.ts'
import { DateField } from '../../ui/form/fields.tsx'
import { ReferenceField } from '../../ui/form/ReferenceField.tsx'
import { ReferenceName } from '../../ui/grid/filters/ReferenceName.tsx'
import type { Query } from '../../ui/grid/list.ts'
import { useNarrow } from '../../ui/grid/useNarrow.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import styles from './Reconciliation.module.css'
import type { DayFilters } from './reconciliation-query.ts'

/** Filters of the days; in the address. On phones they unfold, so that the days begin above. */
export function DayFilterBar({ filters, onChange }: { filters: DayFilters; onChange: (to: Query) => void }) {
  const { account_id, day_from, day_to } = filters
  const backwards = day_from && day_to && day_to < day_from ? daysBackwards : null
  const { cards } = useNarrow()
  const name = useQuery({
    queryKey: ['accounts', 'name', account_id],
    queryFn: () => nameOfAccount(account_id as string),
    enabled: account_id !== undefined,
  })
  const fields = (
    <div className={styles.filters} data-print="away">
      <DayFilter label="Dal" name="day_from" value={day_from} onChange={onChange} />
      <DayFilter label="Al" name="day_to" value={day_to} wrong={backwards} onChange={onChange} />
      <div className={styles.account}>
        <ReferenceField
          label="Condominio"
          kind="accounts"
          name="account_id"
          search={searchAccounts}
          value={account_id ? { value: account_id, label: name.data ?? '…' } : null}
          onChange={(chosen) => onChange({ account_id: chosen?.value ?? '' })}
          onBlur={() => {}}
          error={null}
        />
      </div>
      <Checkbox
        className={styles.only}
        label="Solo i giorni da spiegare"
        checked={filters.open === '1'}
        onChange={(event) => onChange({ open: event.currentTarget.checked ? '1' : '' })}
      />
    </div>
  )
  if (!cards) return fields
  return (
    <details className={styles.folded} data-print="away" open={Object.keys(filters).length > 0}>
      <summary>
        <Icon of={Filter} /> Filtra
      </summary>
      {fields}
    </details>
  )
}

/** The filters in words, on paper. */
export function PrintedDayFilters({
  filters: { day_from, day_to, account_id, open },
}: {
  filters: DayFilters
}) {
  const words = [
    day_from && isDay(day_from) && `dal ${formatDate(day_from)}`,
    day_to && isDay(day_to) && `fino al ${formatDate(day_to)}`,
    open && 'solo i giorni da spiegare',
  ].filter(Boolean)
  return (
    <p data-print="only" style={{ margin: '4px 0 0' }}>
      {account_id ? <ReferenceName filter={accountFilter} id={account_id} /> : 'Tutti i condomìni'}
      {words.map((word) => ` · ${word}`)}
    </p>
  )
}

/** An incomplete date filters nothing. `wrong`: what is wrong with the value in the address. */
function DayFilter({
  label,
  name,
  value = '',
  wrong: refused = null,
  onChange,
}: {
  label: string
  name: string
  value: string | undefined
  wrong?: string | null
  onChange: (to: Query) => void
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const wrong = typed !== null && typed !== '' && !isDay(typed)
  return (
    <DateField
      label={label}
      name={name}
      value={typed ?? value}
      onChange={(text) => {
        setTyped(text)
        if (text === '' || isDay(text)) onChange({ [name]: text })
      }}
      onBlur={() => {
        if (!wrong) setTyped(null)
      }}
      error={wrong ? (typed.length >= 10 ? 'Questa data non esiste.' : null) : refused}
    />
  )
}
