import { Checkbox } from '@mantine/core'
import type { FieldProps } from '../../../ui/form/useForm.ts'
import styles from '../../../ui/overlay/DialogForm.module.css'

/** Why something looks like a slip; a checkbox confirms it. The value is the doubt that was confirmed. */
export function ConfirmDoubt({
  why,
  label,
  field: { name, value, error, onChange, onBlur },
}: {
  why: string
  label: string
  field: FieldProps<string>
}) {
  return (
    <div className={styles.preview} role="status">
      <p className={styles.note}>{why}</p>
      <Checkbox
        name={name}
        checked={value === why}
        error={error}
        label={label}
        onChange={(event) => onChange(event.currentTarget.checked ? why : '')}
        onBlur={onBlur}
      />
    </div>
  )
}
