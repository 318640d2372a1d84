import { TextInput } from '@mantine/core'
import { formatMinute, isMinute, parseItalianMinute } from '@saldo/domain/minutes'
import { useState } from 'react'
import { inputProps, type TextFieldProps } from './text-fields.tsx'

/** A day and a time, typed as in Italy. The value is `yyyy-mm-ddThh:mm`, '' or unreadable text. */
export function MinuteField({
  value,
  onChange,
  onBlur,
  name,
  error,
  label,
  hint,
  required,
  ...rest
}: TextFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextInput
      {...rest}
      {...inputProps({ label, hint, required, error })}
      name={name}
      autoComplete="off"
      placeholder="gg/mm/aaaa hh:mm"
      value={typed ?? (isMinute(value) ? formatMinute(value) : value)}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        onChange(parseItalianMinute(event.currentTarget.value) ?? event.currentTarget.value)
      }}
      onBlur={() => {
        setTyped(null)
        onBlur()
      }}
    />
  )
}
