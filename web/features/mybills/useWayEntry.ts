import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type HistoryEntry, wayInHistory } from '../../public/pay/useChosenWay.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    [wayInHistory]?: string
  }
}

/** The opened way to pay in the entry of the shell's router. */
export function useWayEntry(): HistoryEntry {
  const { history } = useRouter()
  return useMemo(() => {
    const state = () => history.location.state
    return {
      way: () => state()[wayInHistory],
      keepWay: (way) => {
        const keep = state()[wayInHistory] ? history.replace : history.push
        keep(history.location.href, { ...state(), [wayInHistory]: way })
      },
      onChange: (changed) => history.subscribe(changed),
    }
  }, [history])
}
