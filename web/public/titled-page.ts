/** Public pages under a title bar: a document to look at, and links of sections that are still to come. */
export type TitledPageAddress =
  | { page: 'viewer'; token: string; payment_id: string | null }
  | { page: 'sign' | 'webhook'; token: string }

/** Null when the address names none. `#/viewer/{token}` is a bill, `#/viewer/{token}/{id}` a receipt of its payment. */
export function titledPageOf(hash: string): TitledPageAddress | null {
  const [, page, token = '', payment_id] =
    /^#\/(viewer|sign|webhook)\/([\w-]+)(?:\/(\d+))?\/?(?:\?|$)/.exec(hash) ?? []
  if (page === 'viewer') return { page, token, payment_id: payment_id ?? null }
  return page && !payment_id ? { page: page as 'sign' | 'webhook', token } : null
}

export const viewerHash = (token: string, payment_id?: number): string =>
  `#/viewer/${token}${payment_id === undefined ? '' : `/${payment_id}`}`
