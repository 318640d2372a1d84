import type { PayerMethod } from '@saldo/domain/payments/payment-method'
import { useEffect, useState } from 'react'

/** The entry of the browser's history that is shown, as far as a page keeps the opened way in it. */
export type HistoryEntry = {
  way: () => unknown
  keepWay: (way: PayerMethod) => void
  /** Calls back when another entry is shown, until the answer is called. */
  onChange: (changed: () => void) => () => void
}

/** The name of the way in an entry's state. */
export const wayInHistory = 'saldoWay'

const pageEntry: HistoryEntry = {
  way: () => history.state?.[wayInHistory],
  keepWay: (way) => {
    const state = { ...history.state, [wayInHistory]: way }
    if (history.state?.[wayInHistory]) history.replaceState(state, '')
    else history.pushState(state, '')
  },
  onChange: (changed) => {
    addEventListener('popstate', changed)
    return () => removeEventListener('popstate', changed)
  },
}

/**
 * Which way to pay is open; the only one always is. It is an entry of the browser's history: Back closes it and keeps what was
 * typed, and whoever comes back from the bank's page or from a result finds it open. In the shell the history is the router's:
 * its pages give an entry of their own.
 */
export function useChosenWay(
  ways: readonly PayerMethod[],
  entry: HistoryEntry = pageEntry,
): [chosen: PayerMethod | null, choose: (way: PayerMethod) => void] {
  const only = ways.length === 1 ? (ways[0] ?? null) : null
  const [chosen, setChosen] = useState(only)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is a new one at each drawing
  useEffect(() => {
    const read = () => setChosen(ways.find((way) => way === entry.way()) ?? only)
    read()
    return entry.onChange(read)
  }, [only, ways.join(), entry])

  const choose = (way: PayerMethod) => {
    entry.keepWay(way)
    setChosen(way)
  }
  return [chosen, choose]
}

/** Opens the way that somebody chose on the page as the server drew it, before its script was there. */
export function chooseEarly(way: string | undefined): void {
  if (way && !history.state?.[wayInHistory]) history.pushState({ ...history.state, [wayInHistory]: way }, '')
}
