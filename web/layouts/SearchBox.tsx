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

const load = () => import('../features/search/SearchDialog.tsx')
const SearchDialog = lazyWithRetry(load)

onSessionEvent('logout', forgetSearches)

const anywhere: ShortcutSection = {
  name: 'Ovunque',
  shortcuts: [{ keys: 'mod+k', does: 'Cerca', run: () => openSearch() }],
}
const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** A button that looks like a field and opens the search, like Ctrl+K. */
export function SearchBox({ user }: { user: Reply<'GET /v1/users/me'> }) {
  const opening = useSyncExternalStore(onSearchRequest, readSearchRequest)
  useShortcuts(anywhere)
  // A failed preload is repeated on opening, which reports a failure.
  const prepare = () => void load().catch(() => undefined)
  return (
    <>
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
      {opening && (
        <Suspense>
          <SearchDialog key={opening.time} opening={opening} user={user} />
        </Suspense>
      )}
    </>
  )
}
