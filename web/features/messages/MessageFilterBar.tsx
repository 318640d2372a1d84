import { SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { Search } from 'iconoir-react'
import { useEffect, useState } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import styles from './Messages.module.css'
import type { MessageFilters } from './messages-query.ts'

const typingPause = 300

/** Which of them: all, unread or read, and what they say. */
export function MessageFilterBar({
  filters,
  onChange,
}: {
  filters: MessageFilters
  onChange: (filters: MessageFilters) => void
}) {
  const { state, q = '' } = filters
  const [text, setText] = useState(q)
  const withText = (wanted: string): MessageFilters => ({
    ...(state ? { state } : {}),
    ...(wanted.trim() ? { q: wanted.trim() } : {}),
  })
  const search = useDebouncedCallback((wanted: string) => onChange(withText(wanted)), typingPause)
  // “Togli i filtri” changes it from outside.
  useEffect(() => setText((now) => (now.trim() === q ? now : q)), [q])
  return (
    <search className={styles.filters} aria-label="Filtri">
      <TextInput
        className={styles.search}
        size="xs"
        type="search"
        aria-label="Cerca fra i messaggi"
        placeholder="Titolo o testo"
        leftSection={<Icon of={Search} />}
        value={text}
        maxLength={200}
        onChange={(event) => {
          setText(event.currentTarget.value)
          search(event.currentTarget.value)
        }}
      />
      <SegmentedControl
        size="xs"
        aria-label="Quali messaggi"
        data={[
          { value: 'all', label: 'Tutti' },
          { value: 'unread', label: 'Da leggere' },
          { value: 'read', label: 'Letti' },
        ]}
        value={state ?? 'all'}
        onChange={(wanted) =>
          onChange({
            ...(q ? { q } : {}),
            ...(wanted === 'all' ? {} : { state: wanted as 'read' | 'unread' }),
          })
        }
      />
    </search>
  )
}
