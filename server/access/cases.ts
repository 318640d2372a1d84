import { contract } from '@saldo/contract/contract'
import type { Endpoint } from '@saldo/contract/endpoint'
import { expect } from 'vitest'
import { pathsOf } from '../http/openapi.ts'
import type { IdPlace } from '../testing/sample-input.ts'
import type { Answer } from './send.ts'

/* Every endpoint of the contract is tried as every role, and with ids that belong to others. Only endpoints that deviate
   from the rule are listed, with the reason, so a new endpoint is tried automatically. */

/** One path of an endpoint: with a link's token, or without. */
export type Case = { endpoint: Endpoint; method: string; path: string; byLink: boolean }

export const cases: Case[] = contract.flatMap((endpoint) =>
  pathsOf(endpoint).map(({ method, path }) => {
    const byLink = endpoint.link !== undefined && path.includes(`{${endpoint.link.param}}`)
    return { endpoint, method, path, byLink }
  }),
)

export const refusal = (status: number, error: string) => ({ status, body: { error } })

/** Expects that an act with the caller's own ids and a complete body succeeds or is refused for a declared reason. */
export function expectAdmitted(endpoint: Endpoint, { status, text }: Answer) {
  const reasons = Object.keys(endpoint.refuses)
    .map(Number)
    .filter((reason) => reason !== 404 && (reason < 500 || isSilence(endpoint, reason)))
  // A token request without grant and an event without signature: the smallest inputs, which are always refused.
  const incomplete = endpoint.accepts === 'form' || endpoint.accepts === 'raw' ? [400] : []
  expect(
    [endpoint.status, ...reasons, ...incomplete],
    `${endpoint.route} with the caller’s own ids answers ${status}, which its contract does not declare (status, refuses). ${undeclared[status] ?? ''} ${text.slice(0, 300)}`,
  ).toContain(status)
}

const undeclared: Record<number, string> = {
  400: 'Give the field an example in server/testing/sample-input.ts.',
  403: 'Either a policy of a table refuses it (limit_subusers, restrictive policies), or the sample record is not the caller’s: let reader_id be its author in sample-records.ts.',
  404: 'Either a policy of a table hides the sample record (readers in limit_subusers), or the filter takes an id of another kind.',
}

/** No provider is running here: an endpoint that waits for it answers 503. */
const isSilence = ({ refuses }: Endpoint, reason: number) =>
  reason === 503 && refuses[503] === 'the provider does not answer'

/** A link determines whose method is saved, and its holder sees no saved one; ids sent with it are ignored. */
export const isNotRead = ({ endpoint, byLink }: Case, { name }: IdPlace) =>
  byLink &&
  ((['id', 'bill_ids'].includes(name) && /^POST \/v1\/stripe\/save_source\b/.test(endpoint.route)) ||
    (name === 'source_id' && /^POST \/v1\/stripe\/(charge|save_source)\b/.test(endpoint.route)))
