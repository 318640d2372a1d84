import { useCallback, useEffect, useRef, useState } from 'react'
import type { ApiError } from '../api-error.ts'
import { asApiError } from './link-api.ts'

/**
 * The reply of `load`, again on each `ask`. The last data stay on screen while it is asked again and if that fails. With
 * `given` nothing is asked at first.
 */
export function useLoaded<Answer>(load: () => Promise<Answer>, given: Answer | null = null) {
  const [answer, setAnswer] = useState<Answer | null>(given)
  const [error, setError] = useState<ApiError | null>(null)
  const latest = useRef(load)
  latest.current = load
  const ask = useCallback(async () => {
    try {
      setAnswer(await latest.current())
      setError(null)
    } catch (thrown) {
      setError(asApiError(thrown))
    }
  }, [])
  const started = useRef(given !== null)
  useEffect(() => {
    if (started.current) return
    started.current = true
    void ask()
  }, [ask])
  return { answer, error, ask }
}
