import { CloseButton } from '@mantine/core'
import { today } from '@saldo/domain/dates'
import { useQueries } from '@tanstack/react-query'
import { nameOfAccount, searchAccounts } from '../../../records/account-reference.ts'
import { IfPermitted } from '../../../session/permissions/IfPermitted.tsx'
import { SelectField } from '../../../ui/form/fields.tsx'
import { ReferenceField } from '../../../ui/form/ReferenceField.tsx'
import { capital, longMonth } from '../../dashboard/month-names.ts'
import styles from './Filters.module.css'
import { monthFrom, type ReportFilters, usualPeriods } from './report-address.ts'

type Change = (changed: Partial<ReportFilters>) => void

/** The names of condominiums, in the order of their ids. */
export const useAccountNames = (ids: readonly string[]) =>
  useQueries({
    queries: ids.map((id) => ({ queryKey: ['accounts', 'name', id], queryFn: () => nameOfAccount(id) })),
    combine: (results) => results.map(({ data }) => data ?? '…'),
  })

const others = { value: 'other', label: 'Altro periodo' }
const untouched = { onBlur: () => {}, error: null }

/** Period, what to compare it with, and condominiums; all of it is in the address. */
export function Filters({ filters, change }: { filters: ReportFilters; change: Change }) {
  const { from, to, compare, account_ids } = filters
  const names = useAccountNames(account_ids)
  const usual = usualPeriods()
  const chosen = usual.find((period) => period.from === from && period.to === to)
  const now = today().slice(0, 7)
  const months = Array.from({ length: 60 }, (_, back) => {
    const value = monthFrom(now, 6 - back)
    return { value, label: capital(longMonth(value)) }
  })
  return (
    <div className={styles.filters} data-print="away">
      <SelectField
        {...untouched}
        name="period"
        label="Periodo"
        value={chosen?.value ?? 'other'}
        options={chosen ? usual : [...usual, others]}
        onChange={(value) => {
          const period = usual.find((each) => each.value === value)
          if (period) change({ from: period.from, to: period.to })
        }}
      />
      <SelectField
        {...untouched}
        searchable
        name="from"
        label="Dal mese"
        value={from}
        options={months}
        onChange={(month) => month && change(month > to ? { from: month, to: month } : { from: month })}
      />
      <SelectField
        {...untouched}
        searchable
        name="to"
        label="Al mese"
        value={to}
        options={months}
        onChange={(month) => month && change(month < from ? { from: month, to: month } : { to: month })}
      />
      <SelectField
        {...untouched}
        name="compare"
        label="Confronta con"
        value={compare}
        options={[
          { value: 'year_before', label: 'Stessi mesi dell’anno prima' },
          { value: 'before', label: 'Mesi appena prima' },
        ]}
        onChange={(value) => change({ compare: value === 'before' ? 'before' : 'year_before' })}
      />
      <IfPermitted permission="accounts:read">
        <ReferenceField
          {...untouched}
          kind="accounts"
          name="account"
          label="Condominio"
          placeholder={account_ids.length === 0 ? 'Tutti i condomìni' : 'Aggiungi un condominio'}
          search={searchAccounts}
          value={null}
          onChange={(account) =>
            account &&
            !account_ids.includes(account.value) &&
            change({ account_ids: [...account_ids, account.value] })
          }
        />
      </IfPermitted>
      {account_ids.length > 0 && (
        <ul className={styles.chosen} aria-label="Condomìni scelti">
          {account_ids.map((id, place) => (
            <li key={id}>
              {names[place]}
              <CloseButton
                size="sm"
                aria-label={`Togli ${names[place]}`}
                onClick={() => change({ account_ids: account_ids.filter((each) => each !== id) })}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
