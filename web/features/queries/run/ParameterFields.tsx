import { DateField, MoneyField, SelectField } from '../../../ui/form/fields.tsx'
import { TextField } from '../../../ui/form/text-fields.tsx'
import type { QueryParameter } from '../queries-query.ts'
import styles from './Run.module.css'

export type ParameterValues = Record<string, string | null>

/** A field for each parameter of a query. Values are texts: cents, `yyyy-mm-dd`, `true`. */
export function ParameterFields({
  parameters,
  values,
  errors,
  onChange,
}: {
  parameters: readonly QueryParameter[]
  values: ParameterValues
  errors: Readonly<Record<string, string>>
  onChange: (values: ParameterValues) => void
}) {
  if (parameters.length === 0) return null
  return (
    <div className={styles.parameters}>
      {parameters.map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          value={(Object.hasOwn(values, parameter.name) && values[parameter.name]) || ''}
          error={errors[`values.${parameter.name}`] ?? null}
          onChange={(value) => onChange({ ...values, [parameter.name]: value === '' ? null : value })}
        />
      ))}
    </div>
  )
}

function ParameterField({
  parameter: { name, label, type, required, options = [] },
  value,
  error,
  onChange,
}: {
  parameter: QueryParameter
  value: string
  error: string | null
  onChange: (value: string) => void
}) {
  // While its label is not written yet, a parameter is called as in the text.
  const called = label.trim() || (name ? `:${name}` : 'Nuovo parametro')
  const field = { name, label: called, required, error, value, onChange, onBlur: () => {} }
  if (type === 'cents')
    return (
      <MoneyField
        {...field}
        value={value === '' ? null : Number(value)}
        onChange={(cents) => onChange(cents === null ? '' : String(cents))}
      />
    )
  if (type === 'day') return <DateField {...field} />
  if (type === 'boolean')
    return (
      <SelectField
        {...field}
        options={[
          { value: 'true', label: 'Sì' },
          { value: 'false', label: 'No' },
        ]}
      />
    )
  if (type === 'choice')
    return <SelectField {...field} options={options.map((option) => ({ value: option, label: option }))} />
  return (
    <TextField
      {...field}
      {...(type === 'instant' && { hint: 'Per esempio 2026-09-15T10:00+02:00' })}
      {...((type === 'integer' || type === 'decimal') && { inputMode: 'numeric' as const })}
      {...(type === 'decimal' && { onChange: (text: string) => onChange(text.replace(',', '.')) })}
    />
  )
}
