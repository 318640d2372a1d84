import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeRecords, type Records } from '../testing/records.ts'
import type { RowsOf } from '../testing/row-checksums.ts'
import { type IdPlace, idPlaces } from '../testing/sample-input.ts'
import { accessFixtures } from './access-fixtures.ts'
import {
  admits,
  type Caller,
  everyone,
  impersonationRefusal,
  isBackOffices,
  isTooEarly,
  type Person,
  permits,
  seesAll,
} from './callers.ts'
import { type Case, cases, expectAdmitted, isNotRead } from './cases.ts'
import { missingRecords, neighbour, stranger } from './foreign-names.ts'

let fixtures: Awaited<ReturnType<typeof accessFixtures>>
beforeAll(async () => {
  fixtures = await accessFixtures()
})
afterAll(() => fixtures.close())

const withIds = cases.flatMap((tried) =>
  idPlaces(tried.endpoint)
    .filter(({ where, name }) => where !== 'path' || tried.path.includes(`{${name}}`))
    .map((place) => ({ ...tried, place, given: `${place.where} ${place.name}` })),
)

/** Refused with another status than 404: the same answer as for a missing id, which is checked too. */
const refusedOtherwise: Record<string, number> = {
  // The answer is that these instalments are not due, since the bill decides which are.
  'POST /v1/stripe/charge/{token?} instalment_ids': 409,
  'POST /v1/stripe/klarna/{token?} instalment_ids': 409,
  'POST /v1/debits instalment_ids': 409,
}
/** Optional, but not the filter of a list: it names records, so that a figure of none is never shown for them. */
const namesOne = ['GET /v1/dashboard account_id', 'GET /v1/mybills/together ids']
/**
 * The back office manages all customers, agents, blocked IBANs, files, office debts and announcements, whichever customer it impersonates.
 */
const looksAfterAll = ({ endpoint, method }: Case, name: string) =>
  everyone[name]?.role === 'super_user' &&
  (isBackOffices(endpoint) ||
    ((method !== 'GET' || notes.test(endpoint.route)) &&
      / \/v1\/(customers|activations|agents|iban-blacklist|impersonations|office-debts|files|announcements)\b/.test(
        endpoint.route,
      )))
/** A file that is given out is noted. */
const notes =
  /^GET \/v1\/(files\/\{id\}\/(preview|content|download)|customers\/docs\/download\/\{document_id\})$/

/** Callers that the endpoint admits and that do not see everything. */
const askers = (tried: Case) =>
  Object.keys(everyone).filter(
    (name) =>
      name !== 'a super user' &&
      !looksAfterAll(tried, name) &&
      admits(tried, name) &&
      permits(tried, name) &&
      impersonationRefusal(tried, name) === null &&
      !isTooEarly(tried, name),
  )

describe.each(withIds.filter((tried) => askers(tried).length > 0))(
  '$method $path with another’s $given',
  (tried) => {
    it.each(askers(tried))('as %s', async (name) => {
      const who = await fixtures.caller(name, { anew: false })
      await expectUnseen(
        tried,
        who,
        fixtures.foreign,
        { customer_id: fixtures.foreign.ids.customer },
        stranger,
      )
      const { some } = everyone[name] as Person
      const seesWholeCustomer = who.role !== 'consumer' && !tried.byLink && !some
      if (seesWholeCustomer || isOffices(tried.place)) return
      const near = await neighbourOf(who)
      await expectUnseen(tried, who, near, { bill_id: near.ids.bill }, neighbour)
    })
  },
)

/** Records of another condominium of the same office: one set for each caller, because no test may change them. */
const neighbours = new Map<number, Promise<Records>>()
function neighbourOf({ own }: Caller): Promise<Records> {
  const { customer } = own.ids
  const near = neighbours.get(customer) ?? makeRecords(fixtures.app.services, customer, { mark: neighbour })
  neighbours.set(customer, near)
  return near
}

/** Records visible to all users of the office, whichever condominiums they see. */
const isOffices = ({ kind }: IdPlace) => ['customer', 'user', 'subuser', 'announcement'].includes(kind)

async function expectUnseen(
  tried: Case & { place: IdPlace },
  who: Caller,
  other: Records,
  rows: RowsOf,
  mark: string,
) {
  const { endpoint, place } = tried
  const untouched = await fixtures.checksums.of(rows)
  const answer = await fixtures.send(tried, who, place, other)
  expect(await fixtures.checksums.of(rows)).toEqual(untouched)
  if (seesAll(endpoint, who)) return expect(answer.status).toBe(200)
  expect(answer.text).not.toContain(mark)
  if (isNotRead(tried, place)) return expectAdmitted(endpoint, answer)
  const nobodys = await fixtures.send(tried, who, place, missingRecords)
  expect({ ...answer.body, request_id: '' }).toEqual({ ...nobodys.body, request_id: '' })
  if (place.where === 'query' && !place.required && !namesOne.includes(`${endpoint.route} ${place.name}`)) {
    expect(answer.status).toBe(200)
    if ('items' in answer.body) expect(answer.body.items).toEqual([])
    if ('count' in answer.body) expect(answer.body.count).toBe(0)
  } else expect(answer.status, answer.text).toBe(refusedOtherwise[`${endpoint.route} ${place.name}`] ?? 404)
}

it('changes no record of the other customer', () => fixtures.expectForeignUnchanged())
