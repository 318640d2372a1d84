import type { CheckedCertificate } from '@saldo/contract/certificates'
import type { CheckoutResult, PublicBill } from '@saldo/contract/mybill'
import type { PublicPlan } from '@saldo/contract/plans'
import type { SourceLink } from '@saldo/contract/sources'
import { linkApi } from './link-api.ts'
import { publicPageOf } from './public-page.ts'

type Early = {
  bill: PublicBill
  plan: PublicPlan
  result: CheckoutResult
  source: SourceLink
  certificate: CheckedCertificate
}

export const loaders = {
  bill: (token: string) => linkApi('GET /v1/mybill/{token}', token),
  plan: (token: string) => linkApi('GET /v1/mybill/{token}/plan', token),
  result: (token: string) => linkApi('GET /v1/checkout-result/{token}', token),
  source: (token: string) => linkApi('GET /v1/source-links/{token}', token),
  certificate: (code: string) => linkApi('POST /v1/certificates/check', code, { body: { code } }),
}

/** The answer is on its way while React is still being read: it is taken once, by whoever shows that place first. */
let early: { page: keyof Early; token: string; answer: Promise<unknown> } | null = null

export function prefetch(hash: string): void {
  const place = publicPageOf(hash)
  // A certificate's code may still be to be typed.
  if (!place?.token) return
  const answer: Promise<unknown> = loaders[place.page](place.token)
  answer.catch(() => {}) // whoever takes it shows the error
  early = { ...place, answer }
}

export function takePrefetched<P extends keyof Early>(page: P, token: string): Promise<Early[P]> {
  const taken = early
  early = null
  if (taken?.page === page && taken.token === token) return taken.answer as Promise<Early[P]>
  return loaders[page](token) as Promise<Early[P]>
}
