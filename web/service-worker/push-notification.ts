/** A message as Firebase delivers it to a browser. */
type Delivered = {
  notification?: { title?: string; body?: string; tag?: string }
  data?: { link?: string; push_message_id?: string }
}
export type Shown = { title: string; body: string; tag: string; url: string }

/** What to show for a delivered message, and the address that a click opens. Anything unreadable leads to the messages. */
export function shownOf(delivered: unknown, app: string): Shown {
  const { notification = {}, data = {} } = (delivered ?? {}) as Delivered
  return {
    title: notification.title ?? 'Saldo',
    body: notification.body ?? 'Hai un nuovo messaggio.',
    tag: notification.tag ?? `saldo-${data.push_message_id ?? ''}`,
    url: addressOf(data.link, app),
  }
}

/** A page of the product, or an https address: the same links as in a message. */
function addressOf(link: string | undefined, app: string): string {
  if (link && /^\/(?!\/)/.test(link)) return `${app}#${link}`
  return link && /^https:\/\//.test(link) ? link : `${app}#/messaggi`
}
