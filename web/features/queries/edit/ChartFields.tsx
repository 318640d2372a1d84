import { Checkbox } from '@mantine/core'
import { FieldError } from '../../../ui/form/FieldError.tsx'
import { SelectField } from '../../../ui/form/fields.tsx'
import { TextField } from '../../../ui/form/text-fields.tsx'
import type { QueryResult } from '../queries-query.ts'
import styles from './Edit.module.css'
import type { QueryValues, useQueryForm } from './query-form.ts'

type ChartForm = {
  values: QueryValues
  errors: Partial<Record<string, string>>
  field: ReturnType<typeof useQueryForm>['field']
  part: ReturnType<typeof useQueryForm>['part']
}

/** Whether and how the result is drawn. Its columns are chosen from the last result, or named as in it. */
export function ChartFields({
  form,
  columns,
}: {
  form: ChartForm
  /** The columns of the last result; null before the first run. */
  columns: QueryResult['columns'] | null
}) {
  const { chart } = form.values
  const kind = form.field('chart')
  const label = form.part(
    'chart',
    'chart.label',
    chart?.label ?? '',
    (whole, next) => whole && { ...whole, label: next },
  )
  const values = form.part(
    'chart',
    'chart.values',
    chart?.values ?? [],
    (whole, next) => whole && { ...whole, values: next },
  )
  const names = [...new Set(columns?.map(({ name }) => name))]
  return (
    <div className={styles.row}>
      <SelectField
        error={kind.error}
        onBlur={() => {}}
        name="chart.kind"
        label="Grafico"
        value={chart?.kind ?? 'none'}
        options={[
          { value: 'none', label: 'Nessuno' },
          { value: 'bar', label: 'Barre' },
          { value: 'line', label: 'Linee' },
        ]}
        onChange={(to) =>
          kind.onChange(to === 'bar' || to === 'line' ? { label: '', values: [], ...chart, kind: to } : null)
        }
      />
      {chart && columns === null && (
        <>
          <TextField
            {...label}
            label="Colonna delle etichette"
            hint="Esegui l’interrogazione per sceglierla da un elenco."
          />
          <TextField
            {...values}
            label="Colonne dei valori, separate da virgole"
            value={chart.values.join(', ')}
            onChange={(text) => values.onChange(text.split(/,\s*/).slice(0, most_values))}
          />
        </>
      )}
      {chart && columns !== null && (
        <>
          <SelectField
            {...label}
            label="Colonna delle etichette"
            options={withChosen(names, [chart.label]).map((name) => ({ value: name, label: name }))}
          />
          <ValueColumns
            names={withChosen(
              columns.filter(({ kind }) => kind === 'number').map(({ name }) => name),
              chart.values,
            )}
            chosen={chart.values.filter(Boolean)}
            error={values.error}
            onChange={values.onChange}
          />
        </>
      )}
    </div>
  )
}

const most_values = 5

/** Columns that are chosen already stay to be seen, also when the last result has none of this name. */
const withChosen = (names: readonly string[], chosen: readonly string[]): string[] => [
  ...new Set([...names, ...chosen.filter(Boolean)]),
]

function ValueColumns({
  names,
  chosen,
  error,
  onChange,
}: {
  names: readonly string[]
  chosen: readonly string[]
  error: string | null
  onChange: (chosen: string[]) => void
}) {
  return (
    <Checkbox.Group
      label="Colonne dei valori"
      error={error && <FieldError>{error}</FieldError>}
      value={[...chosen]}
      onChange={(next) => onChange(next.slice(0, most_values))}
    >
      <div className={styles.acts}>
        {names.map((name) => (
          <Checkbox key={name} name="chart.values" value={name} label={name} />
        ))}
        {names.length === 0 && <span className={styles.hint}>Il risultato non ha colonne di numeri.</span>}
      </div>
    </Checkbox.Group>
  )
}
