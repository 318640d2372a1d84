type Listed<M> = { count: number; messages: M[] }
type Pages<M> = { pages: Listed<M>[] }

/**
 * Applies `change` (null: delete) to one message in a list or in pages, and updates the unread count. Unchanged parts
 * keep their identity.
 */
export function changedList<M extends { id: number; date_read: string | null }>(
  shown: unknown,
  ids: ReadonlySet<number>,
  change: (message: M) => M | null,
  wasUnread: number,
): unknown {
  if (isPages<M>(shown))
    return { ...shown, pages: shown.pages.map((page) => changedPage(page, ids, change, wasUnread)) }
  return isListed<M>(shown) ? changedPage(shown, ids, change, wasUnread) : shown
}

function changedPage<M extends { id: number; date_read: string | null }>(
  page: Listed<M>,
  ids: ReadonlySet<number>,
  change: (message: M) => M | null,
  unreadBy: number,
): Listed<M> {
  const messages = page.messages.flatMap((message) => {
    const after = ids.has(message.id) ? change(message) : message
    return after ? [after] : []
  })
  return { ...page, messages, count: Math.max(0, page.count + unreadBy) }
}

const isListed = <M>(value: unknown): value is Listed<M> =>
  typeof value === 'object' && value !== null && 'messages' in value
const isPages = <M>(value: unknown): value is Pages<M> =>
  typeof value === 'object' && value !== null && 'pages' in value && isListed((value as Pages<M>).pages[0])
