import type { LinkRoute } from './link-api.ts'
import type { PublicPage } from './public-page.ts'

/** What each public page shows: the endpoint to ask with the token of its link. The check of a certificate asks by form. */
export const dataRoutes = {
  bill: 'GET /v1/mybill/{token}',
  plan: 'GET /v1/mybill/{token}/plan',
  mandate: 'GET /v1/mybill/{token}/mandate',
  autopay: 'GET /v1/autopay-links/{token}',
  result: 'GET /v1/checkout-result/{token}',
  source: 'GET /v1/source-links/{token}',
} as const satisfies Partial<Record<PublicPage['page'], LinkRoute>>

/** The address of an endpoint, with the token in it. */
export const pathWithToken = (route: string, token: string): string =>
  (route.split(' ')[1] ?? '').replace(/\{token\??\}/, encodeURIComponent(token))
