import { api } from '../../api.ts'
import { ApiError, errorSentence } from '../../api-error.ts'
import { queries } from '../../session/queries.ts'
import { alertToast, toastWithUndo } from '../../ui/feedback/toast.ts'
import { changedList } from './changed-list.ts'
import type { Message } from './messages-query.ts'
import { cancelDeletion, markForDeletion } from './pending-deletions.ts'

const queryKey = ['messages']
type Change = (message: Message) => Message | null

/** Optimistic update: read at once, unread again if the server refuses. */
export const markRead = (messages: readonly Message[]) => {
  const unread = messages.filter(({ date_read }) => date_read === null)
  const [one] = unread
  if (!one) return Promise.resolve()
  const now = new Date().toISOString()
  return optimistically(
    unread,
    (message) => ({ ...message, date_read: now }),
    -unread.length,
    'Non l’ho segnato come letto.',
    () =>
      unread.length === 1
        ? api('POST /v1/push/message/{id}', { params: { id: one.id } })
        : api('POST /v1/push/message/read', { body: { ids: unread.map(({ id }) => id) } }),
  )
}

export const markUnread = (message: Message) =>
  optimistically(
    [message],
    (each) => ({ ...each, date_read: null }),
    message.date_read === null ? 0 : 1,
    'Non l’ho segnato come da leggere.',
    () => api('PUT /v1/push/message/{id}', { params: { id: message.id } }),
  )

/** All messages, on screen or not. */
export async function markAllRead() {
  try {
    await api('POST /v1/push/message/read', { body: {} })
  } catch (error) {
    alertToast(`Non li ho segnati come letti. ${errorSentence(error)}`, 'danger')
  }
  await queries.invalidateQueries({ queryKey })
}

/** Removed from the screen at once; deleted on the server when undo is no longer possible. */
export function deleteMessage(message: Message) {
  markForDeletion(message)
  show(new Set([message.id]), () => null, message.date_read === null ? -1 : 0)
  const comeBack = () => {
    cancelDeletion(message.id)
    void queries.invalidateQueries({ queryKey })
  }
  toastWithUndo(
    'Messaggio cancellato',
    () =>
      void api('DELETE /v1/push/message/{id}', { params: { id: message.id } })
        .catch((error) => {
          // Another tab already deleted it, which is the wanted result.
          if (!(error instanceof ApiError && error.status === 404))
            alertToast(`Non ho cancellato il messaggio. ${errorSentence(error)}`, 'danger')
        })
        .finally(comeBack),
    comeBack,
  )
}

async function optimistically(
  messages: readonly Message[],
  change: Change,
  unreadBy: number,
  failed: string,
  act: () => Promise<unknown>,
): Promise<void> {
  await queries.cancelQueries({ queryKey })
  const before = queries.getQueriesData({ queryKey })
  show(new Set(messages.map(({ id }) => id)), change, unreadBy)
  try {
    await act()
  } catch (error) {
    for (const [key, shown] of before) queries.setQueryData(key, shown)
    alertToast(`${failed} ${errorSentence(error)}`, 'danger')
  }
  await queries.invalidateQueries({ queryKey })
}

const show = (ids: ReadonlySet<number>, change: Change, unreadBy: number) =>
  queries.setQueriesData({ queryKey }, (shown: unknown) => changedList<Message>(shown, ids, change, unreadBy))
