import { Button, Checkbox, Radio } from '@mantine/core'
import { addDays, today } from '@saldo/domain/dates'
import { centsBackwards, daysBackwards } from '@saldo/domain/ranges'
import { useState } from 'react'
import { LinkButton } from '../../buttons/PlainButton.tsx'
import * as check from '../../form/checks.ts'
import { DateField, MoneyField } from '../../form/fields.tsx'
import { ReferenceField } from '../../form/ReferenceField.tsx'
import { TextField } from '../../form/text-fields.tsx'
import type { Filter, Query } from '../list.ts'
import styles from './FilterBar.module.css'
import { namesOf } from './filter-names.ts'

/** Edits one filter; `onApply` gets URL parameters, null for those to remove. */
export function FilterEditor({
  filter,
  filters,
  onApply,
}: {
  filter: Filter
  filters: Query
  onApply: (values: Record<string, string | null>) => void
}) {
  const names = namesOf(filter)
  const [values, setValues] = useState(names.map((name) => filters[name] ?? ''))
  const [wrong, setWrong] = useState<(string | null)[]>([])
  const put = (place: number, value: string) =>
    setValues((now) => now.map((each, at) => (at === place ? value : each)))

  const apply = (chosen: string[]) => {
    const errors: (string | null)[] = chosen.map((value) =>
      filter.kind === 'dates' || filter.kind === 'day'
        ? check.date(value)
        : value === 'NaN'
          ? check.money(Number.NaN)
          : null,
    )
    const [first, last] = chosen
    if (first && last && !errors.some(Boolean)) {
      if (filter.kind === 'dates' && last < first) errors[1] = daysBackwards
      if (filter.kind === 'amounts' && Number(last) < Number(first)) errors[1] = centsBackwards
    }
    setWrong(errors)
    if (errors.every((error) => error === null))
      onApply(Object.fromEntries(names.map((name, at) => [name, chosen[at] || null])))
  }
  const field = (place: number) => ({
    name: names[place] ?? '',
    value: values[place] ?? '',
    error: wrong[place] ?? null,
    onChange: (value: string) => put(place, value),
    onBlur: () => undefined,
  })

  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault()
        apply(values)
      }}
    >
      {filter.kind === 'enum' && (
        <Checkbox.Group
          label={filter.label}
          value={values[0] ? values[0].split(',') : []}
          onChange={(chosen) => put(0, chosen.join(','))}
        >
          <div className={styles.options}>
            {filter.options.map((option) => (
              <Checkbox key={option.value} value={option.value} label={option.label} size="xs" />
            ))}
          </div>
        </Checkbox.Group>
      )}
      {filter.kind === 'choice' && (
        <Radio.Group label={filter.label} value={values[0] ?? ''} onChange={(chosen) => put(0, chosen)}>
          <div className={styles.options}>
            {filter.options.map((option) => (
              <Radio key={option.value} value={option.value} label={option.label} size="xs" />
            ))}
          </div>
        </Radio.Group>
      )}
      {filter.kind === 'dates' && (
        <>
          <div className={styles.presets}>
            {presets().map(([label, from, to]) => (
              <LinkButton key={label} onClick={() => apply([from, to])}>
                {label}
              </LinkButton>
            ))}
          </div>
          <DateField {...field(0)} label={`${filter.label} dal`} />
          <DateField {...field(1)} label="al" />
        </>
      )}
      {filter.kind === 'day' && <DateField {...field(0)} label={filter.label} />}
      {filter.kind === 'amounts' && (
        <>
          <CentsField {...field(0)} label={`${filter.label} da`} />
          <CentsField {...field(1)} label="a" />
        </>
      )}
      {filter.kind === 'text' && <TextField {...field(0)} label={filter.label} />}
      {filter.kind === 'reference' && (
        <ReferenceField
          {...field(0)}
          inline
          kind={filter.id}
          label={filter.label}
          search={filter.search}
          value={null}
          onChange={(chosen) => chosen && onApply({ [filter.id]: chosen.value })}
        />
      )}
      {filter.kind !== 'reference' && (
        <Button type="submit" size="xs">
          Applica
        </Button>
      )}
    </form>
  )
}

type CentsProps = {
  name: string
  value: string
  error: string | null
  onChange: (value: string) => void
  onBlur: () => void
  label: string
}

/** Cents as text for the URL; 'NaN' while the text is not an amount. */
const CentsField = ({ value, onChange, ...rest }: CentsProps) => (
  <MoneyField
    {...rest}
    value={value === '' ? null : Number(value)}
    onChange={(cents) => onChange(cents === null ? '' : String(cents))}
  />
)

const presets = (): [label: string, from: string, to: string][] => {
  const now = today()
  const month = now.slice(0, 7)
  const nextMonth = addDays(`${month}-28`, 4).slice(0, 7)
  return [
    ['Fino a oggi', '', now],
    ['Prossimi 30 giorni', now, addDays(now, 30)],
    ['Questo mese', `${month}-01`, addDays(`${nextMonth}-01`, -1)],
    ['Quest’anno', `${now.slice(0, 4)}-01-01`, `${now.slice(0, 4)}-12-31`],
  ]
}
