import type { FastifyBaseLogger } from 'fastify'
import postgres from 'postgres'

export type LiveChange = { noun: string; customer_id: number }
export type LiveHub = {
  /** Calls `listener` for every change until the returned function is called. */
  listen: (listener: (change: LiveChange) => void) => () => void
  close: () => Promise<void>
}

/** One connection that listens for changes of records and tells this process' open screens. */
export function openLiveHub(url: string, log: FastifyBaseLogger): LiveHub {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  const listeners = new Set<(change: LiveChange) => void>()
  sql
    .listen('saldo_live', (payload) => {
      const change = JSON.parse(payload) as LiveChange
      for (const listener of listeners) listener(change)
    })
    .catch((error) => log.error({ err: error }, 'cannot listen for changes'))
  return {
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => sql.end({ timeout: 1 }),
  }
}
