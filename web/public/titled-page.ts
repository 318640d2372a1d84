/** Public pages with a title bar: a PDF, and links of sections that are not built yet. */
export type TitledPageAddress =
  | { page: 'viewer'; token: string; payment_id: string | null }
  | { page: 'sign' | 'webhook'; token: string }

/** Null for other addresses. `#/viewer/{token}` is a bill, `#/viewer/{token}/{id}` the receipt of a payment of it. */
export function titledPageOf(hash: string): TitledPageAddress | null {
  const [, page, token = '', payment_id] =
    /^#\/(viewer|sign|webhook)\/([\w-]+)(?:\/(\d+))?\/?(?:\?|$)/.exec(hash) ?? []
  if (page === 'viewer') return { page, token, payment_id: payment_id ?? null }
  return page && !payment_id ? { page: page as 'sign' | 'webhook', token } : null
}

export const viewerHash = (token: string, payment_id?: number): string =>
  `#/viewer/${token}${payment_id === undefined ? '' : `/${payment_id}`}`
