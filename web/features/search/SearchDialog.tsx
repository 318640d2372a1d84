import { useNavigate } from '@tanstack/react-router'
import { useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { api } from '../../api.ts'
import { ApiError } from '../../api-error.ts'
import { hasUnsavedChanges } from '../../overlays/unsaved-changes.ts'
import { paths } from '../../paths.ts'
import { type SearchResult, SectionsContext } from '../../sections/section.ts'
import { selectCustomer } from '../../session/customer/chosen-customer.ts'
import { chosenCustomer } from '../../session/stored-session.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import type { Command } from './commands.ts'
import { FindFrame } from './FindFrame.tsx'
import { closeSearch, type SearchRequest } from './open-search.ts'
import { recentCommands, recentSearches, saveCommand, saveSearch } from './recent-searches.ts'
import { aroundRecords, commandOptions, isNamed, kindsOf, type Option, optionsOf } from './results.ts'
import { SearchFilters } from './SearchFilters.tsx'
import { SearchNote } from './SearchNote.tsx'
import { createSearch, filters } from './searching.ts'

/** Search over all records, with the commands that the text names above them, and others that it may mean below. */
export function SearchDialog({
  opening,
  user,
  commands,
}: {
  opening: SearchRequest
  user: { user_id: number; flag_super_user: boolean }
  commands: readonly Command[]
}) {
  const navigate = useNavigate()
  const kinds = kindsOf(useContext(SectionsContext))
  const [search] = useState(() => createSearch(askServer, showFailure))
  const { text, by, loading, found } = useSyncExternalStore(search.follow, search.read)
  useEffect(() => {
    if (opening.text) search.type(opening.text)
  }, [opening, search])
  useEffect(() => search.stop, [search])

  const recents = text.trim() === '' ? recentSearches(user.user_id) : []
  const options: Option[] = [
    ...recents.map((recent): Option => ({ kind: 'recent', text: recent })),
    ...aroundRecords(
      commandOptions(commands, text, recentCommands(user.user_id)),
      found ? optionsOf(kinds, found) : [],
    ),
  ]

  async function choose(option: Option) {
    if (option.kind === 'recent') return search.type(option.text)
    if (option.kind === 'command') return runCommand(user.user_id, option.command)
    saveSearch(user.user_id, text)
    closeSearch()
    await openResult(option, user, navigate)
  }

  return (
    <FindFrame
      title="Cerca"
      label="Cerca condomìni, soggetti, bollette, transazioni e azioni"
      placeholder="Nome, codice fiscale, numero, importo, o che cosa vuoi fare"
      text={text}
      onType={search.type}
      filters={<SearchFilters kinds={kinds} by={by} onChange={search.filter} />}
      options={options}
      among={found}
      // Results of an earlier text open only by pointer or arrows: Enter may be faster than the search.
      isMeant={(option) => isNamed(option) || found?.text === text.trim()}
      typed={found?.text ?? ''}
      showCustomer={user.flag_super_user}
      busy={loading}
      said={found && !loading ? counted(found.results.length) : ''}
      note={
        <SearchNote
          text={text}
          searched={found?.text ?? null}
          everywhere={filters.every((filter) => by[filter])}
          onEverywhere={() => search.filter(Object.fromEntries(filters.map((filter) => [filter, true])))}
        />
      }
      onChoose={(option) => void choose(option)}
    />
  )
}

/** Closes the dialog and does what was chosen; it is offered first the next time. */
export function runCommand(user_id: number, { id, run }: Command) {
  saveCommand(user_id, id)
  closeSearch()
  run()
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
  option: Extract<Option, { kind: 'record' | 'more' }>,
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
