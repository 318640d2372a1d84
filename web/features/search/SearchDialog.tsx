import { Modal, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'iconoir-react'
import { type KeyboardEvent, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { api } from '../../api.ts'
import { ApiError } from '../../api-error.ts'
import { hasUnsavedChanges } from '../../overlays/unsaved-changes.ts'
import { paths } from '../../paths.ts'
import { type SearchResult, SectionsContext } from '../../sections/section.ts'
import { selectCustomer } from '../../session/customer/chosen-customer.ts'
import { chosenCustomer } from '../../session/stored-session.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx'
import { closeSearch, type SearchRequest } from './open-search.ts'
import { recentSearches, saveSearch } from './recent-searches.ts'
import { kindsOf, type Option, optionsOf } from './results.ts'
import styles from './SearchDialog.module.css'
import { SearchFilters } from './SearchFilters.tsx'
import { SearchNote } from './SearchNote.tsx'
import { optionId, SearchOptions } from './SearchOptions.tsx'
import { createSearch, filters } from './searching.ts'

const listId = 'search-found'

/** Search over all records: arrows move, Enter opens, Escape closes. */
export default function SearchDialog({
  opening,
  user,
}: {
  opening: SearchRequest
  user: { user_id: number; flag_super_user: boolean }
}) {
  const navigate = useNavigate()
  const kinds = kindsOf(useContext(SectionsContext))
  const narrow = useMediaQuery('(max-width: 767.9px)', undefined, { getInitialValueInEffect: false })
  const [search] = useState(() => createSearch(askServer, showFailure))
  const { text, by, loading, found } = useSyncExternalStore(search.follow, search.read)
  useEffect(() => {
    if (opening.text) search.type(opening.text)
  }, [opening, search])
  useEffect(() => search.stop, [search])

  const recents = text.trim() === '' ? recentSearches(user.user_id) : []
  const options: Option[] = found
    ? optionsOf(kinds, found)
    : recents.map((recent) => ({ kind: 'recent', text: recent }))
  // The current option of this list of options: a new list starts again, so Enter never opens an unseen option.
  const [pointed, setPointed] = useState<{ among: unknown; at: number }>({ among: null, at: 0 })
  const among = found ?? 'recents'
  const at = pointed.among === among ? Math.min(pointed.at, options.length - 1) : found ? 0 : -1
  const pointAt = (next: number) => setPointed({ among, at: next })

  // Results of an earlier text open only by pointer: Enter may be faster than the search.
  const isMeant = found?.text === text.trim() || pointed.among === among

  async function choose(option: Option) {
    if (option.kind === 'recent') return search.type(option.text)
    saveSearch(user.user_id, text)
    closeSearch()
    await openResult(option, user, navigate)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const here = options[at]
    if (by && options.length > 0) {
      const next = at === -1 && by < 0 ? options.length - 1 : (at + by + options.length) % options.length
      pointAt(next)
      document.getElementById(optionId(listId, next))?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && here && isMeant) void choose(here)
    else return
    event.preventDefault()
  }

  return (
    <Modal
      opened
      onClose={closeSearch}
      title="Cerca"
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
          aria-label="Cerca condomìni, soggetti, bollette e transazioni"
          placeholder="Nome, codice fiscale, numero, importo"
          leftSection={<Icon of={Search} />}
          maxLength={200}
          value={text}
          onChange={(event) => search.type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          role="combobox"
          aria-expanded={options.length > 0}
          aria-controls={options.length > 0 ? listId : undefined}
          aria-activedescendant={options[at] ? optionId(listId, at) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
        />
        <SearchFilters kinds={kinds} by={by} onChange={search.filter} />
      </div>
      <div className={styles.results} aria-busy={loading}>
        {options.length > 0 ? (
          <SearchOptions
            id={listId}
            options={options}
            typed={found?.text ?? ''}
            at={at}
            showCustomer={user.flag_super_user}
            onPoint={pointAt}
            onChoose={(option) => void choose(option)}
          />
        ) : (
          <SearchNote
            text={text}
            searched={found?.text ?? null}
            everywhere={filters.every((filter) => by[filter])}
            onEverywhere={() => search.filter(Object.fromEntries(filters.map((filter) => [filter, true])))}
          />
        )}
      </div>
      <div role="status">
        <VisuallyHidden>{found && !loading ? counted(found.results.length) : ''}</VisuallyHidden>
      </div>
    </Modal>
  )
}

const counted = (count: number) =>
  count === 0 ? 'Nessun risultato' : count === 1 ? '1 risultato' : `${count} risultati`

function askServer(text: string, by: Record<string, boolean>, signal: AbortSignal): Promise<SearchResult[]> {
  const body = new FormData()
  body.set('text', text)
  for (const filter of filters) body.set(filter, by[filter] ? '1' : '0')
  return api('POST /v1/research/find', { body, signal })
}

/** Specification §8: a failed search closes the dialog. */
function showFailure(error: unknown) {
  closeSearch()
  const why = error instanceof ApiError ? (error.fields?.text ?? error.error_description) : ''
  alertToast(`La ricerca non è riuscita. ${why}`.trim(), 'danger')
}

/**
 * Opens a record, or the list of its kind. A super user who works for another customer first switches to the record's
 * customer. Unsaved input is asked about, as on any navigation.
 */
async function openResult(
  option: Exclude<Option, { kind: 'recent' }>,
  user: { flag_super_user: boolean },
  navigate: ReturnType<typeof useNavigate>,
): Promise<void> {
  if (option.kind === 'more') return navigate(option.of.list(option.text))
  const { customer_id } = option.result
  if (user.flag_super_user && customer_id !== Number(chosenCustomer())) {
    if (hasUnsavedChanges()) await navigate(paths.dashboard())
    if (hasUnsavedChanges() || !(await selectCustomer(customer_id))) return
  }
  await navigate(option.of.open(option.result))
}
