import { useCallback, useEffect, useRef, useState } from 'react'
import { solveHumanCheck } from '../../session/step-up/human-check.ts'

export type HumanCheckState = 'working' | 'passed' | 'failed'
/** Checks expire on the server after some minutes; an older one is solved again before use. */
const freshFor = 4 * 60_000

/** Solves the human check in the background. `token` waits for it; null on failure. */
export function useHumanCheck() {
  const [state, setState] = useState<HumanCheckState>('working')
  const solving = useRef<{ token: Promise<string | null>; since: number; abort: AbortController }>(null)

  const restart = useCallback(() => {
    solving.current?.abort.abort()
    const abort = new AbortController()
    setState('working')
    const token = solveHumanCheck(abort.signal).then(
      (solved) => {
        if (!abort.signal.aborted) setState('passed')
        return solved
      },
      () => {
        if (!abort.signal.aborted) setState('failed')
        return null
      },
    )
    solving.current = { token, since: Date.now(), abort }
  }, [])

  useEffect(() => {
    restart()
    return () => solving.current?.abort.abort()
  }, [restart])

  const token = useCallback(async () => {
    const stale = !solving.current || Date.now() - solving.current.since > freshFor
    if (stale) restart()
    return (await solving.current?.token) ?? null
  }, [restart])

  return { state, token, restart }
}
