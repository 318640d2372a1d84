import { Modal, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Search } from 'iconoir-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { Icon } from '../../ui/icons/Icon.tsx'
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx'
import { closeSearch } from './open-search.ts'
import { keyOf, type Option } from './results.ts'
import styles from './SearchDialog.module.css'
import { optionId, SearchOptions } from './SearchOptions.tsx'

const listId = 'search-found'

/**
 * The dialog in which a text finds options: arrows move, Enter chooses, Escape closes. The text field keeps the focus.
 * `among`: the list of records shown, if any; a new one starts again, so Enter never opens an unseen record.
 */
export function FindFrame({
  title,
  label,
  placeholder,
  text,
  onType,
  filters,
  options,
  among,
  isMeant,
  typed,
  showCustomer = false,
  busy = false,
  said,
  note,
  onChoose,
}: {
  title: string
  /** The accessible name of the text field. */
  label: string
  placeholder: string
  text: string
  onType: (text: string) => void
  filters?: ReactNode
  options: readonly Option[]
  among: unknown
  /** Whether Enter may choose the option although nobody pointed at it. */
  isMeant: (option: Option) => boolean
  /** The text to highlight in records. */
  typed: string
  showCustomer?: boolean
  busy?: boolean
  /** For screen readers: how many were found. */
  said: string
  /** Shown when there are no options. */
  note: ReactNode
  onChoose: (option: Option) => void
}) {
  const narrow = useMediaQuery('(max-width: 767.9px)', undefined, { getInitialValueInEffect: false })
  const [pointed, setPointed] = useState<{ among: unknown; key: string } | null>(null)
  const place = options.findIndex(
    (option) => pointed?.key === keyOf(option) && (option.kind === 'command' || pointed.among === among),
  )
  const at = place >= 0 ? place : text.trim() === '' ? -1 : 0
  const pointAt = (next: number) => {
    const option = options[next]
    if (option) setPointed({ among, key: keyOf(option) })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const here = options[at]
    if (by && options.length > 0) {
      const next = at === -1 && by < 0 ? options.length - 1 : (at + by + options.length) % options.length
      pointAt(next)
      document.getElementById(optionId(listId, next))?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && here && (place >= 0 || isMeant(here))) onChoose(here)
    else return
    event.preventDefault()
  }

  return (
    <Modal
      opened
      onClose={closeSearch}
      title={title}
      size="50%"
      fullScreen={narrow}
      yOffset="9vh"
      padding={0}
      closeButtonProps={{ 'aria-label': 'Chiudi' }}
      classNames={{ content: styles.content, header: styles.header, title: styles.title, body: styles.body }}
      overlayProps={{ backgroundOpacity: 0.35 }}
      transitionProps={{ duration: 0 }}
    >
      <div className={styles.typing}>
        <TextInput
          data-autofocus
          aria-label={label}
          placeholder={placeholder}
          leftSection={<Icon of={Search} />}
          maxLength={200}
          value={text}
          onChange={(event) => onType(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          role="combobox"
          aria-expanded={options.length > 0}
          aria-controls={options.length > 0 ? listId : undefined}
          aria-activedescendant={options[at] ? optionId(listId, at) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
        />
        {filters}
      </div>
      <div className={styles.results} aria-busy={busy}>
        {options.length > 0 ? (
          <SearchOptions
            id={listId}
            options={options}
            typed={typed}
            at={at}
            showCustomer={showCustomer}
            onPoint={pointAt}
            onChoose={onChoose}
          />
        ) : (
          note
        )}
      </div>
      <div role="status">
        <VisuallyHidden>{said}</VisuallyHidden>
      </div>
    </Modal>
  )
}
