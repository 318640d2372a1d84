import { PasswordInput, Textarea, TextInput } from '@mantine/core'
import { FieldError } from './FieldError.tsx'
import type { FieldProps } from './useForm.ts'

export type CommonFieldProps = {
  label: string
  hint?: string
  required?: boolean
  disabled?: boolean
  autoFocus?: boolean
  /** `md` on sign-in and public pages. */
  size?: 'sm' | 'md'
}
export type TextFieldProps = FieldProps<string> & CommonFieldProps

/** `Nota (facoltativa)`, `Motivo (facoltativo)`: as the label's first word. */
export const optionalLabel = (label: string): string =>
  /^(?:\p{L}*a|Unità|Causale|Scadenza|E-mail|Ragione|Particella|Percentuale|Fine|Autorizzazione|Descrizione|Frase)(?=\s|$)/iu.test(
    label,
  )
    ? `${label} (facoltativa)`
    : `${label} (facoltativo)`

/** Label above, error below, both tied to the input; optional fields say so in their label. */
export const inputProps = ({
  label,
  hint,
  required,
  error,
}: CommonFieldProps & { error: string | null }) => ({
  label: required === false ? optionalLabel(label) : label,
  description: hint,
  error: error ? <FieldError>{error}</FieldError> : undefined,
})

/** One line of text. `autoComplete` takes an autofill token (`email`, `street-address`, `tel` …). */
export function TextField({
  value,
  onChange,
  onBlur,
  name,
  error,
  label,
  hint,
  required,
  ...rest
}: TextFieldProps & {
  autoComplete?: string
  inputMode?: 'text' | 'email' | 'tel' | 'numeric'
  type?: 'text' | 'email' | 'tel'
  maxLength?: number
  placeholder?: string
}) {
  return (
    <TextInput
      {...rest}
      // A dialog focuses the marked element, else its first button.
      data-autofocus={rest.autoFocus || undefined}
      {...inputProps({ label, hint, required, error })}
      name={name}
      value={value}
      onBlur={onBlur}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

export function LongTextField({
  value,
  onChange,
  onBlur,
  name,
  error,
  label,
  hint,
  required,
  rows = 3,
  ...rest
}: TextFieldProps & { rows?: number; maxLength?: number }) {
  return (
    <Textarea
      {...rest}
      // A dialog focuses the marked element, else its first button.
      data-autofocus={rest.autoFocus || undefined}
      {...inputProps({ label, hint, required, error })}
      name={name}
      rows={rows}
      value={value}
      onBlur={onBlur}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

export function PasswordField({
  value,
  onChange,
  onBlur,
  name,
  error,
  label,
  hint,
  autoComplete,
  ...rest
}: TextFieldProps & {
  autoComplete: 'current-password' | 'new-password'
}) {
  return (
    <PasswordInput
      {...rest}
      {...inputProps({ label, hint, error })}
      name={name}
      value={value}
      autoComplete={autoComplete}
      visibilityToggleButtonProps={{ 'aria-label': 'Mostra o nascondi la password', tabIndex: 0 }}
      onBlur={onBlur}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
