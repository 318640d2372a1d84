type Listed = { count: number; messages: { id: number; date_read: string | null }[] }

/**
 * Messages removed from the screen, whose deletion on the server waits for the undo period: id → whether it was unread.
 */
const leaving = new Map<number, boolean>()

export const markForDeletion = ({ id, date_read }: { id: number; date_read: string | null }) =>
  leaving.set(id, date_read === null)
export const cancelDeletion = (id: number) => leaving.delete(id)

/** Removes these messages from the server's replies, and from the unread count. */
export function withoutPendingDeletions<L extends Listed>(listed: L): L {
  if (leaving.size === 0) return listed
  const unread = [...leaving.values()].filter(Boolean).length
  return {
    ...listed,
    count: Math.max(0, listed.count - unread),
    messages: listed.messages.filter(({ id }) => !leaving.has(id)),
  }
}
