/** The kinds to search. */
export const filters = ['by_accounts', 'by_subjects', 'by_bills', 'by_transactions'] as const
export type Filter = (typeof filters)[number]
export type Filters = Record<Filter, boolean>

/** Debounce of the search, in milliseconds (specification §5 and §9). */
export const debounce = 500

export type Searching<Result> = {
  text: string
  by: Filters
  loading: boolean
  /** The results and their text; null before the first, and after clearing. */
  found: { text: string; results: Result[] } | null
}

/**
 * Search while typing (specification §5): runs only with non-empty text, not while loading (the newest text follows),
 * only if the text changed or a filter forces it, and debounced by half a second. Clearing the text clears the results.
 * When `ask` fails, `failed` is called and nothing more is requested.
 */
export function createSearch<Result>(
  ask: (text: string, by: Filters, signal: AbortSignal) => Promise<Result[]>,
  failed: (error: unknown) => void,
) {
  let state: Searching<Result> = {
    text: '',
    by: { by_accounts: true, by_subjects: true, by_bills: true, by_transactions: true },
    loading: false,
    found: null,
  }
  let lastRun = ''
  let forced = false
  let queued = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const closing = new AbortController()
  const listeners = new Set<() => void>()
  const set = (change: Partial<Searching<Result>>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  function soon() {
    clearTimeout(timer)
    timer = setTimeout(run, debounce)
  }

  function run() {
    const text = state.text.trim()
    if (text === '' || closing.signal.aborted) return
    if (state.loading) {
      queued = true
      return
    }
    if (text === lastRun && !forced) return
    lastRun = text
    forced = false
    set({ loading: true })
    ask(text, state.by, closing.signal).then((results) => arrived(text, results), fail)
  }

  function arrived(text: string, results: Result[]) {
    const cleared = state.text.trim() === ''
    set({ loading: false, found: cleared ? null : { text, results } })
    if (!queued) return
    queued = false
    run()
  }

  function fail(error: unknown) {
    if (closing.signal.aborted) return
    stop()
    set({ loading: false })
    failed(error)
  }

  function stop() {
    clearTimeout(timer)
    closing.abort()
  }

  return {
    read: () => state,
    follow(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    type(text: string) {
      set({ text })
      if (text.trim() !== '') return soon()
      clearTimeout(timer)
      lastRun = ''
      forced = false
      queued = false
      set({ found: null })
    },
    filter(change: Partial<Filters>) {
      set({ by: { ...state.by, ...change } })
      forced = state.text.trim() !== ''
      if (forced) soon()
    },
    /** On closing, pending searches are aborted. */
    stop,
  }
}
