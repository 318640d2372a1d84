import type { CheckoutResult, PublicBill } from '@saldo/contract/bills/mybill'
import type { PublicPlan } from '@saldo/contract/bills/plans'
import type { PublicMandate } from '@saldo/contract/payments/mandates'
import type { SourceLink } from '@saldo/contract/payments/sources'
import type { CheckedCertificate } from '@saldo/contract/reports/certificates'
import { linkApi } from './link-api.ts'
import { publicPageOf } from './public-page.ts'

type Early = {
  bill: PublicBill
  plan: PublicPlan
  mandate: PublicMandate
  result: CheckoutResult
  source: SourceLink
  certificate: CheckedCertificate
}

export const loaders = {
  bill: (token: string) => linkApi('GET /v1/mybill/{token}', token),
  plan: (token: string) => linkApi('GET /v1/mybill/{token}/plan', token),
  mandate: (token: string) => linkApi('GET /v1/mybill/{token}/mandate', token),
  result: (token: string) => linkApi('GET /v1/checkout-result/{token}', token),
  source: (token: string) => linkApi('GET /v1/source-links/{token}', token),
  certificate: (code: string) => linkApi('POST /v1/certificates/check', code, { body: { code } }),
}

/** The prefetched reply: requested while React is still being evaluated, used once by the page it belongs to. */
let early: { page: keyof Early; token: string; answer: Promise<unknown> } | null = null

export function prefetch(hash: string): void {
  const place = publicPageOf(hash)
  // The page to check certificates has no code until it is typed.
  if (!place?.token) return
  const answer: Promise<unknown> = loaders[place.page](place.token)
  answer.catch(() => {}) // the page that takes it shows the error
  early = { ...place, answer }
}

export function takePrefetched<P extends keyof Early>(page: P, token: string): Promise<Early[P]> {
  const taken = early
  early = null
  if (taken?.page === page && taken.token === token) return taken.answer as Promise<Early[P]>
  return loaders[page](token) as Promise<Early[P]>
}
