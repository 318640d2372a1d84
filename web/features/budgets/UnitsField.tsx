import { Checkbox, TextInput } from '@mantine/core'
import { fold } from '@saldo/domain/fold'
import { useId, useState } from 'react'
import { FieldError } from '../../ui/form/FieldError.tsx'
import type { FieldProps } from '../../ui/form/useForm.ts'
import { formatCountOf } from '../../ui/grid/list.ts'
import styles from './Budget.module.css'
import { unitsOf } from './budget-words.ts'

/** Above this number, units are found by typing. */
const shown = 60

/** Chooses some of a condominium's units. */
export function UnitsField({
  name,
  value,
  onChange,
  error,
  label,
  units,
}: FieldProps<number[]> & { label: string; units: readonly { unit_id: number; name: string }[] }) {
  const errorId = useId()
  const [text, setText] = useState('')
  const found = units.filter((unit) => fold(unit.name).includes(fold(text)))
  const chosen = new Set(value)
  return (
    <fieldset className={styles.fieldset} aria-describedby={error ? errorId : undefined}>
      <legend>{label}</legend>
      {units.length > 12 && (
        <TextInput
          mb={4}
          aria-label="Cerca fra le unità"
          placeholder="Cerca fra le unità"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <div className={styles.units}>
        {found.slice(0, shown).map((unit, at) => (
          <Checkbox
            key={unit.unit_id}
            name={at === 0 ? name : undefined}
            label={unit.name}
            checked={chosen.has(unit.unit_id)}
            onChange={(event) =>
              onChange(
                event.currentTarget.checked
                  ? [...value, unit.unit_id]
                  : value.filter((id) => id !== unit.unit_id),
              )
            }
          />
        ))}
        {found.length === 0 && <span className={styles.dim}>Nessuna unità con queste lettere</span>}
        {found.length > shown && (
          <span className={styles.dim}>
            Altre {formatCountOf(found.length - shown, unitsOf)}: scrivi parte del nome.
          </span>
        )}
      </div>
      <span className={styles.how} aria-live="polite">
        {value.length > 0 &&
          `${formatCountOf(value.length, unitsOf)} ${value.length === 1 ? 'scelta' : 'scelte'}`}
      </span>
      {error && (
        <p className={styles.wrong} id={errorId}>
          <FieldError>{error}</FieldError>
        </p>
      )}
    </fieldset>
  )
}
