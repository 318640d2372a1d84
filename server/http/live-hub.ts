import type { FastifyBaseLogger } from 'fastify'
import { openSessions } from '../db/connection.ts'

/** A change of a customer's records, of records of these users only, or of something that concerns everybody. */
export type LiveChange = { noun: string } & (
  | { customer_id: number; user_ids?: undefined; everybody?: undefined }
  | { user_ids: Set<number>; everybody?: undefined }
  | { everybody: true; user_ids?: undefined }
)
export type LiveHub = {
  /** Calls `listener` for every change until the returned function is called. */
  listen: (listener: (change: LiveChange) => void) => () => void
  /**
   * Registers an open stream of a session: `end` is called when the session ends, by whatever way. Returns the function that
   * takes it off again; null when the session or its user have too many streams here.
   */
  register: (stream: LiveStream) => (() => void) | null
  close: () => Promise<void>
}

export type LiveStream = { session_id: number; user_id: number; end: () => void }

/** How many streams may be open in one process: a browser's tabs, and a person's devices. */
export const mostStreams = { session: 20, user: 40 }

/**
 * Listens on one connection for changes of records and for ends of sessions, and passes them to the open screens of this
 * process.
 */
export function openLiveHub(url: string, log: FastifyBaseLogger): LiveHub {
  const sql = openSessions(url, { max: 1 })
  const listeners = new Set<(change: LiveChange) => void>()
  const streams = new Set<LiveStream>()
  sql
    .listen('saldo_live', (payload) => {
      const { user_ids, ...told } = JSON.parse(payload)
      const change: LiveChange = user_ids ? { ...told, user_ids: new Set(user_ids) } : told
      for (const listener of listeners) listener(change)
    })
    .catch((error) => log.error({ err: error }, 'cannot listen for changes'))
  sql
    .listen('saldo_session_ended', (session_id) => {
      for (const stream of [...streams]) if (stream.session_id === Number(session_id)) stream.end()
    })
    .catch((error) => log.error({ err: error }, 'cannot listen for ends of sessions'))
  return {
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    register: (stream) => {
      const open = [...streams]
      const ofSession = open.filter(({ session_id }) => session_id === stream.session_id)
      const ofUser = open.filter(({ user_id }) => user_id === stream.user_id)
      if (ofSession.length >= mostStreams.session || ofUser.length >= mostStreams.user) return null
      streams.add(stream)
      return () => streams.delete(stream)
    },
    close: () => sql.end({ timeout: 1 }),
  }
}
