import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { Search } from 'iconoir-react'
import { type ComponentProps, useEffect, useState } from 'react'
import { Icon } from '../../icons/Icon.tsx'
import styles from './SearchField.module.css'

const typingPause = 300

/** A list's search text: `q` is that of the address, and `onSearch` is called when typing pauses (debounce). */
export function SearchField({
  label,
  searches,
  q,
  onSearch,
}: {
  /** “Cerca fra i messaggi” */
  label: string
  /** The placeholder in Italian: the fields in which the text is looked for. */
  searches: string
  q: string
  onSearch: (q: string) => void
}) {
  const [text, setText] = useState(q)
  const search = useDebouncedCallback((wanted: string) => onSearch(wanted.trim()), typingPause)
  // The Back button and “Togli i filtri” change it from outside.
  useEffect(() => setText((now) => (now.trim() === q ? now : q)), [q])
  return (
    <TextInput
      className={styles.search}
      size="xs"
      type="search"
      aria-label={label}
      placeholder={searches}
      leftSection={<Icon of={Search} />}
      value={text}
      maxLength={200}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        // The text stays; the browser would clear it.
        event.preventDefault()
        const grid = document.querySelector<HTMLElement>('main [role="grid"]')
        if (grid) grid.focus()
        else event.currentTarget.blur()
      }}
      onChange={(event) => {
        setText(event.currentTarget.value)
        search(event.currentTarget.value)
      }}
    />
  )
}

/** The search of a list that has no other filters. */
export const SearchBar = (props: ComponentProps<typeof SearchField>) => (
  <search className={styles.bar} aria-label="Filtri">
    <SearchField {...props} />
  </search>
)
