import { useEffect, useRef, useState } from 'react'
import { api, apiFile } from '../../../api.ts'
import { queries } from '../../../session/queries.ts'
import { isAborted } from '../../../ui/feedback/is-aborted.ts'
import { whileLoading } from '../../../ui/feedback/loader.ts'
import { saveFile } from '../../../ui/save-file.ts'
import type { QueryParameter, QueryPlan, QueryResult } from '../queries-query.ts'

/** What is run: a saved query, or a text with its parameters. */
export type Runnable = {
  query_id?: number
  text?: string
  parameters?: QueryParameter[]
  values: Record<string, string | null>
  customer_id: number | null
}

export type RunState =
  | { is: 'nothing' }
  | { is: 'running'; since: number }
  | { is: 'rows'; result: QueryResult; asked: Runnable }
  | { is: 'plan'; plan: QueryPlan }
  | { is: 'failed'; error: unknown }
  | { is: 'cancelled' }

/** Runs one query at a time; another run, or leaving the page, cancels the one before. */
export function useRun() {
  const [state, setState] = useState<RunState>({ is: 'nothing' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const begin = async (work: (signal: AbortSignal) => Promise<RunState>) => {
    running.current?.abort()
    const mine = new AbortController()
    running.current = mine
    setState({ is: 'running', since: Date.now() })
    try {
      const next = await work(mine.signal)
      if (running.current === mine) setState(next)
    } catch (error) {
      if (running.current !== mine) return
      setState(isAborted(error) || mine.signal.aborted ? { is: 'cancelled' } : { is: 'failed', error })
    } finally {
      void queries.invalidateQueries({ queryKey: ['query-runs'] })
    }
  }

  return {
    state,
    run: (asked: Runnable) =>
      begin(async (signal) => ({
        is: 'rows',
        asked,
        result: await api('POST /v1/query-runs', { body: asked, signal }),
      })),
    plan: (asked: Runnable) =>
      begin(async (signal) => ({
        is: 'plan',
        plan: await api('POST /v1/query-runs/plan', { body: asked, signal }),
      })),
    save: async (asked: Runnable, format: 'csv' | 'xlsx') => {
      const file = apiFile('POST /v1/query-runs/file', { body: { ...asked, format } })
      const { blob, name } = await whileLoading('Preparo il file…', file)
      saveFile(blob, name)
    },
    cancel: () => running.current?.abort(),
  }
}
