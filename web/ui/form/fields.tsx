import { Select, TextInput } from '@mantine/core'
import { formatDate, isDay, parseItalianDate } from '@saldo/domain/dates'
import { groupIban, normaliseIban } from '@saldo/domain/iban'
import { formatAmount, parseEuro } from '@saldo/domain/money'
import { normaliseFiscalCode } from '@saldo/domain/registry/fiscal-code'
import { Calendar } from 'iconoir-react'
import { useRef, useState } from 'react'
import { IconButton } from '../buttons/PlainButton.tsx'
import { type CommonFieldProps, inputProps, type TextFieldProps } from './text-fields.tsx'
import type { FieldProps } from './useForm.ts'

/** An amount. The value is integer cents, null when empty, NaN while the text is not an amount. */
export function MoneyField({
  value,
  onChange,
  onBlur,
  name,
  error,
  label,
  hint,
  required,
  ...rest
}: FieldProps<number | null> & CommonFieldProps) {
  const read = (text: string) => {
    if (text.trim() === '') return null
    const amount = parseEuro(text)
    return amount.ok ? amount.cents : Number.NaN
  }
  const typing = useTyping(value, (cents) =>
    cents === null || Number.isNaN(cents) ? '' : formatAmount(cents),
  )
  return (
    <TextInput
      {...rest}
      {...inputProps({ label, hint, required, error })}
      name={name}
      inputMode="decimal"
      autoComplete="off"
      rightSection={<span aria-hidden>€</span>}
      styles={{ input: { textAlign: 'right' } }}
      value={typing.text}
      onChange={(event) => {
        typing.type(event.currentTarget.value)
        onChange(read(event.currentTarget.value))
      }}
      onBlur={() => {
        if (!Number.isNaN(value)) typing.stop()
        onBlur()
      }}
    />
  )
}

/**
 * A day, typed in the Italian format or picked. The value is `yyyy-mm-dd`, '' or unreadable text. `min` and `max` limit
 * the calendar only; the form's checks validate typed days.
 */
export function DateField({
  value,
  onChange,
  onBlur,
  name,
  error,
  label,
  hint,
  required,
  min,
  max,
  ...rest
}: TextFieldProps & { min?: string; max?: string }) {
  const read = (text: string) => {
    const day = parseItalianDate(text)
    return day.ok ? day.date : text
  }
  const typing = useTyping(value, (day) => (isDay(day) ? formatDate(day) : day))
  const picker = useRef<HTMLInputElement>(null)
  return (
    <TextInput
      {...rest}
      {...inputProps({ label, hint, required, error })}
      name={name}
      inputMode="numeric"
      autoComplete="off"
      placeholder="gg/mm/aaaa"
      value={typing.text}
      onChange={(event) => {
        typing.type(event.currentTarget.value)
        onChange(read(event.currentTarget.value))
      }}
      onBlur={() => {
        typing.stop()
        onBlur()
      }}
      rightSectionWidth={40}
      rightSection={
        <>
          <IconButton
            icon={Calendar}
            label={`Scegli dal calendario: ${label}`}
            disabled={rest.disabled}
            onClick={() => picker.current?.showPicker()}
          />
          <input
            ref={picker}
            type="date"
            tabIndex={-1}
            aria-hidden
            value={isDay(value) ? value : ''}
            min={min}
            max={max}
            onChange={(event) => {
              typing.stop()
              onChange(event.currentTarget.value)
            }}
            style={{
              position: 'absolute',
              right: 0,
              bottom: 0,
              width: 1,
              height: 1,
              opacity: 0,
              pointerEvents: 'none',
            }}
          />
        </>
      }
    />
  )
}

/** The value is the IBAN without blanks; it is shown in groups of four and may be pasted in any form. */
export const IbanField = (props: TextFieldProps) => (
  <CodeField {...props} normalise={normaliseIban} written={groupIban} maxLength={60} />
)

/** 16 characters or 11 digits; the value is upper-case without blanks. */
export const FiscalCodeField = (props: TextFieldProps) => (
  <CodeField {...props} normalise={normaliseFiscalCode} written={(code) => code} maxLength={40} />
)

/** 11 digits; `IT` in front and blanks are dropped. */
export const VatField = (props: TextFieldProps) => (
  <CodeField
    {...props}
    normalise={normaliseFiscalCode}
    written={(code) => code}
    maxLength={40}
    inputMode="numeric"
  />
)

function CodeField({
  value,
  onChange,
  onBlur,
  name,
  error,
  label,
  hint,
  required,
  normalise,
  written,
  ...rest
}: TextFieldProps & {
  normalise: (text: string) => string
  written: (value: string) => string
  maxLength: number
  inputMode?: 'numeric'
}) {
  const typing = useTyping(value, written)
  return (
    <TextInput
      {...rest}
      {...inputProps({ label, hint, required, error })}
      name={name}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      value={typing.text}
      onChange={(event) => {
        typing.type(event.currentTarget.value)
        onChange(normalise(event.currentTarget.value))
      }}
      onBlur={() => {
        typing.stop()
        onBlur()
      }}
    />
  )
}

export function SelectField({
  value,
  onChange,
  onBlur,
  name,
  error,
  label,
  hint,
  required,
  options,
  searchable = false,
  ...rest
}: TextFieldProps & {
  options: readonly { value: string; label: string }[]
  searchable?: boolean
}) {
  return (
    <Select
      {...rest}
      {...inputProps({ label, hint, required, error })}
      name={name}
      data={[...options]}
      value={value === '' ? null : value}
      searchable={searchable}
      nothingFoundMessage="Nessuna voce con queste lettere"
      clearable={required === false}
      clearButtonProps={{ 'aria-label': `Svuota ${label}` }}
      onBlur={onBlur}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  )
}

/** While the user types, their text stays; on blur it becomes our formatted value. */
function useTyping<T>(
  value: T,
  written: (value: T) => string,
): { text: string; type: (text: string) => void; stop: () => void } {
  const [typed, setTyped] = useState<string | null>(null)
  return { text: typed ?? written(value), type: setTyped, stop: () => setTyped(null) }
}
