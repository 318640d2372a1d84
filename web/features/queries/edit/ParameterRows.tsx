import { Button, Checkbox } from '@mantine/core'
import { SelectField } from '../../../ui/form/fields.tsx'
import { TextField } from '../../../ui/form/text-fields.tsx'
import type { QueryParameter } from '../queries-query.ts'
import { parameterTypeLabels } from '../query-words.ts'
import styles from './Edit.module.css'

const types = Object.entries(parameterTypeLabels).map(([value, label]) => ({ value, label }))

/** The parameters of a query: what stands as `:name` in its text. */
export function ParameterRows({
  parameters,
  errors,
  onChange,
}: {
  parameters: readonly QueryParameter[]
  errors: Readonly<Partial<Record<string, string>>>
  onChange: (parameters: QueryParameter[]) => void
}) {
  const change = (at: number, part: Partial<QueryParameter>) =>
    onChange(parameters.map((each, place) => (place === at ? { ...each, ...part } : each)))
  return (
    <div className={styles.rows}>
      {parameters.map((parameter, at) => {
        const field = <K extends keyof QueryParameter>(name: K) => ({
          name: `parameters.${at}.${name}`,
          error: errors[`parameters.${at}.${name}`] ?? null,
          onBlur: () => {},
        })
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a parameter has no name while it is written
          <fieldset key={at} className={styles.row}>
            <legend className={styles.legend}>Parametro {at + 1}</legend>
            <TextField
              {...field('name')}
              label="Nome nel testo"
              value={parameter.name}
              onChange={(name) => change(at, { name: name.trim() })}
            />
            <TextField
              {...field('label')}
              label="Etichetta"
              value={parameter.label}
              onChange={(label) => change(at, { label })}
            />
            <SelectField
              {...field('type')}
              label="Tipo"
              options={types}
              value={parameter.type}
              onChange={(type) => change(at, { type: (type || 'text') as QueryParameter['type'] })}
            />
            {parameter.type === 'choice' && (
              <TextField
                {...field('options')}
                label="Valori, separati da virgole"
                value={(parameter.options ?? []).join(', ')}
                onChange={(text) => change(at, { options: text.split(/,\s*/).filter(Boolean) })}
              />
            )}
            <Checkbox
              className={styles.beside}
              label="Obbligatorio"
              checked={parameter.required ?? true}
              onChange={(event) => change(at, { required: event.currentTarget.checked })}
            />
            <Button
              className={styles.beside}
              variant="default"
              size="xs"
              onClick={() => onChange(parameters.filter((_, place) => place !== at))}
            >
              Togli {parameter.name ? `:${parameter.name}` : 'il parametro'}
            </Button>
          </fieldset>
        )
      })}
      <Button
        variant="default"
        size="sm"
        style={{ justifySelf: 'start' }}
        disabled={parameters.length >= 20}
        onClick={() => onChange([...parameters, { name: '', label: '', type: 'text', required: true }])}
      >
        Aggiungi un parametro
      </Button>
    </div>
  )
}
