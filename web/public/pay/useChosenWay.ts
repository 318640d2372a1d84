import type { PayerMethod } from '@saldo/domain/payments/payment-method'
import { useEffect, useState } from 'react'

/**
 * Which way to pay is open; the only one always is. On a public page it is an entry of the browser's history: Back closes it
 * and keeps what was typed, and whoever comes back from the bank's page or from a result finds it open.
 */
export function useChosenWay(
  ways: readonly PayerMethod[],
): [chosen: PayerMethod | null, choose: (way: PayerMethod) => void] {
  const only = ways.length === 1 ? (ways[0] ?? null) : null
  const [chosen, setChosen] = useState(only)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is a new one at each drawing
  useEffect(() => {
    if (!isPublicPage()) return
    const read = () => setChosen(ways.find((way) => way === history.state?.[name]) ?? only)
    read()
    addEventListener('popstate', read)
    return () => removeEventListener('popstate', read)
  }, [only, ways.join()])

  const choose = (way: PayerMethod) => {
    if (isPublicPage()) {
      const state = { ...history.state, [name]: way }
      if (history.state?.[name]) history.replaceState(state, '')
      else history.pushState(state, '')
    }
    setChosen(way)
  }
  return [chosen, choose]
}

const name = 'saldoWay'

/** Opens the way that somebody chose on the page as the server drew it, before its script was there. */
export function chooseEarly(way: string | undefined): void {
  if (way && !history.state?.[name]) history.pushState({ ...history.state, [name]: way }, '')
}

/** The shell has a router, to which the history belongs. */
const isPublicPage = () => document.documentElement.dataset.document === 'public'
