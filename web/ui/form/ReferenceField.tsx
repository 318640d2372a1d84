import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FieldError } from './FieldError.tsx'
import { OptionList, type Reference } from './OptionList.tsx'
import { optionalLabel } from './text-fields.tsx'
import type { FieldProps } from './useForm.ts'

/**
 * Chooses one record by typing part of its name. `search` returns about twenty matches; `kind` is the query key. The
 * value is the chosen option or null.
 */
export function ReferenceField({
  kind,
  search,
  value,
  onChange,
  onBlur,
  name,
  error,
  label,
  hint,
  placeholder,
  required,
  disabled,
  autoFocus,
  inline = false,
}: FieldProps<Reference | null> & {
  kind: string
  search: (text: string, signal: AbortSignal) => Promise<Reference[]>
  label: string
  hint?: string
  placeholder?: string
  required?: boolean
  disabled?: boolean
  autoFocus?: boolean
  /** Inside a popover: a list in a portal would close it. */
  inline?: boolean
}) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [typed, setTyped] = useState<string | null>(null)
  const [text] = useDebouncedValue(typed ?? '', 200)
  const found = useQuery({
    queryKey: ['reference', kind, text],
    queryFn: ({ signal }) => search(text, signal),
    enabled: combobox.dropdownOpened,
    staleTime: 60_000,
    placeholderData: (before) => before,
  })
  const stale = found.isPlaceholderData || (typed ?? '') !== text
  const options = (found.data ?? []).filter(({ label }) => !stale || includesText(label, typed ?? ''))

  const choose = (id: string) => {
    onChange(options.find((option) => option.value === id) ?? null)
    setTyped(null)
    combobox.closeDropdown()
  }

  return (
    <Combobox store={combobox} onOptionSubmit={choose} withinPortal={!inline}>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          name={name}
          role="combobox"
          label={required === false ? optionalLabel(label) : label}
          description={hint}
          placeholder={placeholder}
          error={error ? <FieldError>{error}</FieldError> : undefined}
          disabled={disabled}
          autoFocus={autoFocus}
          data-autofocus={autoFocus || undefined}
          autoComplete="off"
          value={typed ?? value?.label ?? ''}
          rightSection={<Combobox.Chevron />}
          rightSectionPointerEvents="none"
          // In a form the open list would cover the error of a field that is focused because it is wrong.
          onFocus={() => inline && combobox.openDropdown()}
          onClick={() => combobox.openDropdown()}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            if (event.currentTarget.value === '') onChange(null)
            combobox.openDropdown()
            combobox.updateSelectedOptionIndex()
          }}
          onBlur={() => {
            setTyped(null)
            combobox.closeDropdown()
            onBlur()
          }}
        />
      </Combobox.Target>
      <OptionList
        label={label}
        options={options}
        isChosen={(option) => option.value === value?.value}
        none={emptyReason(found.isError, stale || found.isFetching)}
      />
    </Combobox>
  )
}

/* Until the answer is there, the options of the text before are narrowed: an option that a click aims at does not move. */
const includesText = (label: string, text: string) =>
  label.toLocaleLowerCase('it').includes(text.trim().toLocaleLowerCase('it'))

function emptyReason(failed: boolean, fetching: boolean) {
  if (failed) return 'La ricerca non ha risposto. Scrivi di nuovo fra poco.'
  return fetching ? 'Cerco…' : 'Nessuna voce con queste lettere'
}
