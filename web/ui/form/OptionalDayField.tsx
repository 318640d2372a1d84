import { isDay } from '@saldo/domain/dates'
import { useState } from 'react'
import { DateField } from './fields.tsx'

/** A day that may be left out; while its text is no day, `onChoose` is not called, so that an address keeps the one before. */
export function OptionalDayField({
  name,
  label,
  hint,
  day = '',
  onChoose,
}: {
  name: string
  label: string
  hint: string
  day: string | undefined
  onChoose: (day: string) => void
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const wrong = typed !== null && typed !== '' && !isDay(typed)
  return (
    <DateField
      name={name}
      label={label}
      hint={hint}
      required={false}
      value={typed ?? day}
      error={wrong ? 'Scrivi una data, per esempio 15/12/2026.' : null}
      onBlur={() => !wrong && setTyped(null)}
      onChange={(next) => {
        setTyped(next)
        if (next === '' || isDay(next)) onChoose(next)
      }}
    />
  )
}
