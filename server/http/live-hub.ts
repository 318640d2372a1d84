import type { FastifyBaseLogger } from 'fastify'
import postgres from 'postgres'

/** A change of a customer's records, or of records of these users only. */
export type LiveChange = { noun: string } & (
  | { customer_id: number; user_ids?: undefined }
  | { user_ids: Set<number> }
)
export type LiveHub = {
  /** Calls `listener` for every change until the returned function is called. */
  listen: (listener: (change: LiveChange) => void) => () => void
  close: () => Promise<void>
}

/** Listens on one connection for changes of records, and passes them to the open screens of this process. */
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
