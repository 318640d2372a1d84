import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useState } from 'react'
import { FieldError } from './FieldError.tsx'
import { OptionList, type Reference } from './OptionList.tsx'
import { optionalLabel } from './text-fields.tsx'
import type { FieldProps } from './useForm.ts'

/** A text that is picked from a list, or typed. `options` are found by their label and hint. */
export function SuggestionField({
  name,
  value,
  onChange,
  onBlur,
  error,
  label,
  hint,
  required,
  placeholder,
  maxLength,
  options,
  none,
  onPick,
}: FieldProps<string> & {
  label: string
  hint?: string | undefined
  required?: boolean
  placeholder?: string
  maxLength?: number
  options: readonly Reference[]
  /** Why there is nothing to pick. */
  none: string
  onPick: (option: Reference) => void
}) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  /** Null until something is typed: the list shows all options then, also when one was picked before. */
  const [typed, setTyped] = useState<string | null>(null)
  const found = matching(options, typed ?? '')
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        const option = options.find((each) => each.value === id)
        if (option) onPick(option)
        setTyped(null)
        combobox.closeDropdown()
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          name={name}
          role="combobox"
          label={required === false ? optionalLabel(label) : label}
          description={hint}
          error={error ? <FieldError>{error}</FieldError> : undefined}
          autoComplete="off"
          placeholder={placeholder}
          maxLength={maxLength}
          value={value}
          rightSection={<Combobox.Chevron />}
          rightSectionPointerEvents="none"
          onClick={() => combobox.openDropdown()}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            onChange(event.currentTarget.value)
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
        options={found}
        isChosen={({ label }) => label === value}
        none={options.length === 0 ? none : 'Non è nell’elenco: resta scritta così'}
      />
    </Combobox>
  )
}

const matching = (options: readonly Reference[], text: string) =>
  options.filter(({ label, hint = '' }) =>
    `${label} ${hint}`.toLowerCase().includes(text.trim().toLowerCase()),
  )
