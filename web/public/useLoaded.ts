import { useCallback, useEffect, useRef, useState } from 'react'
import type { ApiError } from '../api-error.ts'
import { asApiError } from './link-api.ts'

/**
 * The reply of `first`, then of `again` on each reload. The last data stay on screen while reloading and if it fails.
 */
export function useLoaded<Answer>(first: () => Promise<Answer>, again: () => Promise<Answer>) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const started = useRef(false)

  const take = useCallback(async (asked: Promise<Answer>) => {
    try {
      setAnswer(await asked)
      setError(null)
    } catch (thrown) {
      setError(asApiError(thrown))
    }
  }, [])

  const reload = useRef(again)
  reload.current = again
  const ask = useCallback(() => take(reload.current()), [take])

  useEffect(() => {
    if (started.current) return
    started.current = true
    void take(first())
  }, [first, take])

  return { answer, error, ask }
}
