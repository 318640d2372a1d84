import type { FastifyBaseLogger } from 'fastify'
import postgres from 'postgres'

/** Of a customer's records, or of what is these users' alone. */
export type LiveChange = { noun: string } & (
  | { customer_id: number; user_ids?: undefined }
  | { user_ids: Set<number> }
)
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
      const { user_ids, ...told } = JSON.parse(payload)
      const change: LiveChange = user_ids ? { ...told, user_ids: new Set(user_ids) } : told
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
