import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { SearchBar } from '../../ui/grid/filters/SearchField.tsx'
import type { Query } from '../../ui/grid/list.ts'
import { ViewLinks } from '../../ui/layout/ViewLinks.tsx'
import type { MessageFilters } from './messages-query.ts'

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
      <SearchBar
        label="Cerca fra i messaggi"
        searches="Titolo o testo"
        q={q}
        onSearch={(wanted) => onChange({ ...(state ? { state } : {}), ...(wanted ? { q: wanted } : {}) })}
      />
    </>
  )
}
