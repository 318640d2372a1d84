import { contract } from '@saldo/contract/contract'
import type { Endpoint } from '@saldo/contract/endpoint'
import { expect } from 'vitest'
import { pathsOf } from '../http/openapi.ts'
import type { IdPlace } from '../testing/sample-input.ts'
import type { Answer } from './send.ts'

/* Every endpoint of the contract is tried as every role, and with ids that belong to others. Nothing is listed by
   endpoint except what answers otherwise than the rule, with the reason: a new one is tried without being asked for. */

/** One path of an endpoint: with the link in it, or without. */
export type Case = { endpoint: Endpoint; method: string; path: string; byLink: boolean }

export const cases: Case[] = contract.flatMap((endpoint) =>
  pathsOf(endpoint).map(({ method, path }) => {
    const byLink = endpoint.link !== undefined && path.includes(`{${endpoint.link.param}}`)
    return { endpoint, method, path, byLink }
  }),
)

export const refusal = (status: number, error: string) => ({ status, body: { error } })

/** With one's own ids and a complete body an act is done, or refused for one of the reasons that its contract gives. */
export function expectAdmitted(endpoint: Endpoint, { status, text }: Answer) {
  const reasons = Object.keys(endpoint.refuses)
    .map(Number)
    .filter((reason) => reason !== 404 && (reason < 500 || isSilence(endpoint, reason)))
  // A form without grant and an event without signature are the least that can be sent, and never enough.
  const incomplete = endpoint.accepts === 'form' || endpoint.accepts === 'raw' ? [400] : []
  expect([endpoint.status, ...reasons, ...incomplete], `${status} ${text.slice(0, 300)}`).toContain(status)
}

/** Nobody plays the provider here: who asks it while somebody waits says that it does not answer. */
const isSilence = ({ refuses }: Endpoint, reason: number) =>
  reason === 503 && refuses[503] === 'the provider does not answer'

/** A link says which bill; an id sent beside it is not read. */
export const isNotRead = ({ endpoint, byLink }: Case, { name }: IdPlace) =>
  byLink &&
  ((['id', 'bill_ids'].includes(name) &&
    /^POST \/v1\/stripe\/(charge|klarna|save_source)\b/.test(endpoint.route)) ||
    (name === 'source_id' && /^POST \/v1\/stripe\/(charge|save_source)\b/.test(endpoint.route)))
