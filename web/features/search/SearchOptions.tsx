import { ClockRotateRight } from 'iconoir-react'
import { Icon } from '../../ui/icons/Icon.tsx'
import { FoundCommand } from './FoundCommand.tsx'
import { FoundRecord } from './FoundRecord.tsx'
import { keyOf, type Option } from './results.ts'
import styles from './SearchDialog.module.css'

/** The options by kind; the focus stays in the text field, `at` is the current option. */
export function SearchOptions({
  id,
  options,
  typed,
  at,
  showCustomer,
  onPoint,
  onChoose,
}: {
  id: string
  options: readonly Option[]
  typed: string
  at: number
  showCustomer: boolean
  onPoint: (at: number) => void
  onChoose: (option: Option) => void
}) {
  return (
    <div id={id} role="listbox" aria-label="Risultati" className={styles.list}>
      {groups(options).map(({ name, from, to }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options; a fieldset is for fields
        <div key={name} role="group" aria-labelledby={`${id}-${from}-name`}>
          <div id={`${id}-${from}-name`} role="presentation" className={styles.groupName}>
            {name}
          </div>
          {options.slice(from, to).map((option, place) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the text field handles focus and keys
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles focus and keys
            <div
              key={keyOf(option)}
              id={optionId(id, from + place)}
              role="option"
              aria-selected={from + place === at}
              className={styles.option}
              onPointerMove={() => from + place !== at && onPoint(from + place)}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onChoose(option)}
            >
              {option.kind === 'record' ? (
                <FoundRecord
                  of={option.of}
                  result={option.result}
                  typed={typed}
                  showCustomer={showCustomer}
                />
              ) : option.kind === 'command' ? (
                <FoundCommand command={option.command} />
              ) : option.kind === 'more' ? (
                <span className={styles.more}>
                  Tutti quelli con «{option.text}» in {option.of.label}
                </span>
              ) : (
                <>
                  <Icon of={ClockRotateRight} />
                  <span className={styles.main}>{option.text}</span>
                </>
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

/** The element of the option at a place of the list `id`, for `aria-activedescendant`. */
export const optionId = (id: string, at: number) => `${id}-${at}`

/** Consecutive options of one group: a kind of record, or recent searches. */
function groups(options: readonly Option[]): { name: string; from: number; to: number }[] {
  const made: { name: string; from: number; to: number }[] = []
  for (const [place, option] of options.entries()) {
    const name = nameOf(option)
    const last = made.at(-1)
    if (last?.name === name) last.to = place + 1
    else made.push({ name, from: place, to: place + 1 })
  }
  return made
}

function nameOf(option: Option): string {
  if (option.kind === 'recent') return 'Ricerche recenti'
  return option.kind === 'command' ? option.group : option.of.label
}
