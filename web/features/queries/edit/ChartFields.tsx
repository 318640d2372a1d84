import { SelectField } from '../../../ui/form/fields.tsx'
import { TextField } from '../../../ui/form/text-fields.tsx'
import type { QueryChart } from '../queries-query.ts'
import styles from './Edit.module.css'

/** Whether and how the result is drawn. Columns are named as in the result. */
export function ChartFields({
  chart,
  onChange,
}: {
  chart: QueryChart | null
  onChange: (chart: QueryChart | null) => void
}) {
  const field = { error: null, onBlur: () => {} }
  return (
    <div className={styles.row}>
      <SelectField
        {...field}
        name="chart.kind"
        label="Grafico"
        value={chart?.kind ?? 'none'}
        options={[
          { value: 'none', label: 'Nessuno' },
          { value: 'bar', label: 'Barre' },
          { value: 'line', label: 'Linee' },
        ]}
        onChange={(kind) =>
          onChange(kind === 'bar' || kind === 'line' ? { label: '', values: [], ...chart, kind } : null)
        }
      />
      {chart && (
        <>
          <TextField
            {...field}
            name="chart.label"
            label="Colonna delle etichette"
            value={chart.label}
            onChange={(label) => onChange({ ...chart, label })}
          />
          <TextField
            {...field}
            name="chart.values"
            label="Colonne dei valori, separate da virgole"
            value={chart.values.join(', ')}
            onChange={(text) => onChange({ ...chart, values: text.split(/,\s*/).slice(0, 5) })}
          />
        </>
      )}
    </div>
  )
}
