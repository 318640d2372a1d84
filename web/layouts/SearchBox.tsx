import { Search } from 'iconoir-react'
import { Suspense, useSyncExternalStore } from 'react'
import type { Reply } from '../api.ts'
import { onSearchRequest, openSearch, readSearchRequest } from '../features/search/open-search.ts'
import { forgetSearches } from '../features/search/recent-searches.ts'
import { onSessionEvent } from '../session/events.ts'
import { Icon } from '../ui/icons/Icon.tsx'
import { lazyWithRetry } from '../ui/lazy-with-retry.ts'
import { type ShortcutSection, useShortcuts } from '../ui/shortcuts.ts'
import styles from './SearchBox.module.css'

const load = () => import('./commands/CommandSearch.tsx')
const CommandSearch = lazyWithRetry(load)

onSessionEvent('logout', forgetSearches)

const anywhere = (does: string): ShortcutSection => ({
  name: 'Ovunque',
  shortcuts: [{ keys: 'mod+k', does, run: () => openSearch() }],
})
const searching = anywhere('Cerca')
const commanding = anywhere('Comandi')
const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/**
 * A button that looks like a field and opens the search, like Ctrl+K. Who searches no records (`records` false) has no
 * button; Ctrl+K opens their commands.
 */
export function SearchBox({ user, records }: { user: Reply<'GET /v1/users/me'>; records: boolean }) {
  const opening = useSyncExternalStore(onSearchRequest, readSearchRequest)
  useShortcuts(records ? searching : commanding)
  // A failed preload is repeated on opening, which reports a failure.
  const prepare = () => void load().catch(() => undefined)
  return (
    <>
      {records && (
        <button
          type="button"
          className={styles.box}
          aria-haspopup="dialog"
          aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
          onPointerEnter={prepare}
          onFocus={prepare}
          onClick={() => openSearch()}
        >
          <Icon of={Search} />
          <span className={styles.word}>Cerca bolletta, persona, condominio…</span>
          <kbd className={styles.keys} aria-hidden>
            {isMac ? '⌘ K' : 'Ctrl K'}
          </kbd>
        </button>
      )}
      {opening && (
        <Suspense>
          <CommandSearch key={opening.time} opening={opening} user={user} records={records} />
        </Suspense>
      )}
    </>
  )
}
