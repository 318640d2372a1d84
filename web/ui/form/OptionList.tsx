import { Combobox } from '@mantine/core'

/** An option: the id that is stored, the label, and what tells equal labels apart. */
export type Reference = { value: string; label: string; hint?: string }

/** The open list of a field's options, or in words why there are none. */
export function OptionList({
  label,
  options,
  isChosen,
  none,
}: {
  label: string
  options: readonly Reference[]
  isChosen: (option: Reference) => boolean
  none: string
}) {
  return (
    <Combobox.Dropdown>
      <Combobox.Options mah={280} style={{ overflowY: 'auto' }} aria-label={label}>
        {options.map((option) => (
          <Combobox.Option key={option.value} value={option.value} active={isChosen(option)}>
            {option.label}
            {option.hint && <span style={{ color: 'var(--saldo-dim)' }}> · {option.hint}</span>}
          </Combobox.Option>
        ))}
        {options.length === 0 && <Combobox.Empty>{none}</Combobox.Empty>}
      </Combobox.Options>
    </Combobox.Dropdown>
  )
}
