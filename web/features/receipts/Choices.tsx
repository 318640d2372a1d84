import { Button } from '@mantine/core'
import { type ExportFormat, givenLayouts } from '@saldo/domain/accounting/receipt-layout'
import { isDay } from '@saldo/domain/dates'
import { useSuspenseQuery } from '@tanstack/react-query'
import { EditPencil } from 'iconoir-react'
import { Suspense, useState } from 'react'
import { searchAccounts } from '../../records/account-reference.ts'
import { IfPermitted } from '../../session/permissions/IfPermitted.tsx'
import { usePermission } from '../../session/permissions/permission.ts'
import { meQuery } from '../../session/queries.ts'
import { DateField, SelectField } from '../../ui/form/fields.tsx'
import type { Reference } from '../../ui/form/OptionList.tsx'
import { ReferenceField } from '../../ui/form/ReferenceField.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import styles from './Receipts.module.css'
import { receiptPeriods } from './receipt-periods.ts'
import type { Layout, SavedLayout } from './receipts-query.ts'

const LayoutDialog = lazyWithRetry(() =>
  import('./LayoutDialog.tsx').then(({ LayoutDialog }) => ({ default: LayoutDialog })),
)

export type Chosen = {
  account: Reference | null
  from: string
  to: string
  format: ExportFormat
  /** The name of a given layout, or `saved-12`. */
  layout: string
}

const untouched = { onBlur: () => {}, error: null }
const formats = [
  { value: 'csv', label: 'CSV' },
  { value: 'xlsx', label: 'Excel (XLSX)' },
  { value: 'json', label: 'JSON (formato aperto)' },
]

/** Condominium, period, format and layout. */
export function Choices({
  chosen,
  change,
  wrong,
  layouts,
  layout,
}: {
  chosen: Chosen
  change: (changed: Partial<Chosen>) => void
  wrong: string | null
  layouts: readonly SavedLayout[]
  layout: Layout
}) {
  const [editing, setEditing] = useState(false)
  const { data: user } = useSuspenseQuery(meQuery)
  /** Layouts are the whole office's. */
  const mayChange = usePermission('payments:write') && !user.sees_some
  const usual = receiptPeriods()
  const period = usual.find(({ from, to }) => from === chosen.from && to === chosen.to)
  const saved = layouts.find(({ layout_id }) => chosen.layout === `saved-${layout_id}`)
  return (
    <div className={styles.choices}>
      <IfPermitted permission="accounts:read">
        <ReferenceField
          {...untouched}
          kind="accounts"
          name="account"
          label="Condominio"
          placeholder="Tutti i condomìni"
          search={searchAccounts}
          value={chosen.account}
          onChange={(account) => change({ account })}
          required={false}
        />
      </IfPermitted>
      <SelectField
        {...untouched}
        name="period"
        label="Periodo"
        value={period?.value ?? 'other'}
        options={period ? usual : [...usual, { value: 'other', label: 'Altro periodo' }]}
        onChange={(value) => {
          const found = usual.find((each) => each.value === value)
          if (found) change({ from: found.from, to: found.to })
        }}
      />
      <DayChoice label="Dal" name="from" day={chosen.from} error={null} onDay={(from) => change({ from })} />
      <DayChoice label="Al" name="to" day={chosen.to} error={wrong} onDay={(to) => change({ to })} />
      <SelectField
        {...untouched}
        name="format"
        label="Formato"
        value={chosen.format}
        options={formats}
        onChange={(format) => change({ format: (format || 'csv') as ExportFormat })}
      />
      {chosen.format !== 'json' && (
        <div className={styles.layout}>
          <SelectField
            {...untouched}
            name="layout"
            label="Tracciato"
            value={chosen.layout}
            options={[
              ...Object.entries(givenLayouts).map(([value, { name }]) => ({ value, label: name })),
              ...layouts.map(({ layout_id, name }) => ({ value: `saved-${layout_id}`, label: name })),
            ]}
            onChange={(name) => change({ layout: name || 'full' })}
          />
          {mayChange && (
            <Button variant="default" leftSection={<Icon of={EditPencil} />} onClick={() => setEditing(true)}>
              {saved ? 'Modifica il tracciato' : 'Adatta e salva'}
            </Button>
          )}
        </div>
      )}
      {editing && (
        <Suspense>
          <LayoutDialog
            saved={saved ?? null}
            layout={layout}
            onClose={() => setEditing(false)}
            onSaved={(name) => {
              change({ layout: name })
              setEditing(false)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

/** A day that takes effect once it is a whole date. */
function DayChoice({
  label,
  name,
  day,
  error,
  onDay,
}: {
  label: string
  name: string
  day: string
  error: string | null
  onDay: (day: string) => void
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const unreadable = typed !== null && !isDay(typed)
  return (
    <DateField
      name={name}
      label={label}
      value={typed ?? day}
      error={unreadable ? 'Scrivi una data che esista, per esempio 15/09/2026.' : error}
      onBlur={() => {
        if (!unreadable) setTyped(null)
      }}
      onChange={(value) => {
        setTyped(isDay(value) ? null : value)
        if (isDay(value)) onDay(value)
      }}
    />
  )
}
