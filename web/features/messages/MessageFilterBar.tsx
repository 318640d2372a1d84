import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { Search } from 'iconoir-react'
import { useEffect, useState } from 'react'
import { paths } from '../../paths.ts'
import type { Query } from '../../ui/grid/list.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { ViewLinks } from '../../ui/layout/ViewLinks.tsx'
import styles from './Messages.module.css'
import type { MessageFilters } from './messages-query.ts'

const typingPause = 300
const views = [
  { name: 'Tutti', filters: {} },
  { name: 'Da leggere', filters: { state: 'unread' } },
  { name: 'Letti', filters: { state: 'read' } },
] as const

/** Filters: all, unread or read, as links; and a text search. */
export function MessageFilterBar({
  filters: { state, q = '' },
  onChange,
}: {
  filters: MessageFilters
  onChange: (filters: MessageFilters) => void
}) {
  const [text, setText] = useState(q)
  const search = useDebouncedCallback((wanted: string) => {
    const trimmed = wanted.trim()
    onChange({ ...(state ? { state } : {}), ...(trimmed ? { q: trimmed } : {}) })
  }, typingPause)
  // “Togli i filtri” and the Back button change it from outside.
  useEffect(() => setText((now) => (now.trim() === q ? now : q)), [q])
  return (
    <>
      <ViewLinks>
        {views.map(({ name, filters }) => (
          <Link
            key={name}
            {...paths.messages({ ...filters, ...(q ? { q } : {}) } as Query)}
            activeOptions={{ exact: true }}
            aria-current={('state' in filters ? filters.state : undefined) === state ? 'page' : undefined}
          >
            {name}
          </Link>
        ))}
      </ViewLinks>
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
      </search>
    </>
  )
}
