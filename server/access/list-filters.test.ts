import { isOfWholeOffice } from '@saldo/contract/sections'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { makeCustomer, signIn, signInSubUser } from '../testing/people.ts'
import { makeRecords } from '../testing/records.ts'
import { type IdPlace, idPlaces } from '../testing/sample-input.ts'
import { accessFixtures } from './access-fixtures.ts'
import type { Caller } from './callers.ts'
import { type Case, cases } from './cases.ts'
import type { Answer } from './send.ts'

/* An id that another customer's record has must find nothing (foreign-ids.test.ts). It would find nothing either if the
   filter took ids of another kind, so the own id must find the own record. */

let fixtures: Awaited<ReturnType<typeof accessFixtures>>
/**
 * One office with one record of everything: its customer, a sub-user without any permission; a resident with records of
 * their own; and a super user.
 */
let customer: Caller
let withoutGrants: Caller
let resident: Caller
let operator: Caller
beforeAll(async () => {
  fixtures = await accessFixtures()
  const { services } = fixtures.app
  const customer_id = await makeCustomer(services)
  const { user_id, headers } = await signIn(services, 'customer', customer_id)
  const own = await makeRecords(services, customer_id, { mark: 'Proprio', reader_id: user_id })
  customer = { name: 'a customer', role: 'customer', headers, own }
  const subUser = await signInSubUser(services, customer_id, { permissions: [] })
  withoutGrants = { name: 'a sub-user', role: 'customer', headers: subUser.headers, own }
  const consumer = await signIn(services, 'consumer')
  const residents = await makeRecords(services, await makeCustomer(services), {
    ...{ mark: 'Residente', user_id: consumer.user_id, reader_id: consumer.user_id },
  })
  resident = { name: 'a consumer', role: 'consumer', headers: consumer.headers, own: residents }
  const superUser = await signIn(services, 'super_user')
  operator = { name: 'a super user', role: 'super_user', headers: superUser.headers, own }
})
afterAll(() => fixtures.close())

/** Who sees the own record. */
const readerOf = ({ endpoint: { allow } }: Case): Caller =>
  allow.includes('customer') ? customer : allow.includes('super_user') ? operator : resident

type Filter = Case & { place: IdPlace; given: string }

/** The optional ids of every endpoint that replies with records or counts them. */
const filters: Filter[] = cases
  .filter(({ method, byLink }) => method === 'GET' && !byLink)
  .flatMap((tried) =>
    idPlaces(tried.endpoint)
      .filter(({ where, required }) => where === 'query' && !required)
      .map((place) => ({ ...tried, place, given: place.name })),
  )

/** The list that a summary belongs to. */
const listOf = ({ path }: Case) => path.replace(/\/summary$/, '')

/** Filters by which the own record is not found, because the sample records are not such. By list and parameter. */
const findsNothing: Record<string, string> = {
  '/v1/bills import_id': 'the sample bill was not imported',
  '/v1/bills unit_id': 'the sample bill names no unit of the register',
  '/v1/bills budget_id': 'the sample bill was not made from a budget',
  '/v1/notices flow_id': 'the sample flow asked for no notice',
  '/v1/transfers flow_id': 'the sample movement came with a flow of its own',
  '/v1/arrears ids': 'nothing is overdue',
  '/v1/arrears/subjects ids': 'nothing is overdue',
  '/v1/arrears/subjects account_id': 'nothing is overdue',
  '/v1/books/register ids': 'the sample entry is a bill’s, and the register shows cash alone',
  '/v1/activations ids': 'the sample office is active',
  '/v1/stuck-attempts ids': 'the sample attempt is not stuck',
  '/v1/query-runs user_id': 'one of the back office ran it',
  '/v1/audit user_id': 'the sample user has changed nothing',
}
/** Lists without a permission whose table limits its rows by sections, with the reason. */
const limitedByRow: Record<string, string> = {
  '/v1/audit': 'each line names the section that reads it',
}
const withoutPermission = filters.filter(
  (filter) =>
    filter.endpoint.allow.includes('customer') &&
    filter.endpoint.permission === null &&
    !isOfWholeOffice(filter.endpoint) &&
    !(listOf(filter) in limitedByRow),
)

const found = ({ body }: Answer): number | undefined =>
  Array.isArray(body.items) ? body.items.length : typeof body.count === 'number' ? body.count : undefined

describe.each(filters)('$method $path filtered by the own $given', (filter) => {
  it('finds the own record', async () => {
    const { endpoint, place } = filter
    const who = readerOf(filter)
    const answer = await fixtures.send(filter, who, place)
    expect(answer.status, answer.text).toBe(200)
    if (`${listOf(filter)} ${place.name}` in findsNothing)
      return expect(found(answer), 'it finds something: remove it from findsNothing').toBe(0)
    expect(
      found(answer) ?? 1,
      `${endpoint.route} with the own ${place.kind} at ${place.name} finds nothing. Wrong kind: correct the Id(…) of the filter, or record of listEndpoints. Right kind: let the sample record belong to it, or list it in findsNothing with the reason`,
    ).toBeGreaterThan(0)
  })
})

/** Every endpoint of a list: a page, its sums, its file. */
const lists = cases.filter(
  ({ method, endpoint: { query } }) =>
    method === 'GET' && query instanceof z.ZodObject && 'ids' in query.shape && 'q' in query.shape,
)
describe.each(lists)('$method $path with a filter that it does not have', (list) => {
  it('refuses it at its name, because ignored it would show everything', async () => {
    const who = readerOf(list)
    for (const name of ['stato', 'constructor']) {
      const url = `${list.path}?${name}=pagata`
      const { status, body } = await fixtures.app.call({ method: 'GET', url, headers: who.headers })
      const { fields } = body as { fields?: Record<string, string> }
      expect([status, fields?.[name]], list.path).toEqual([400, 'Questo parametro non esiste.'])
    }
  })
})

describe.each(withoutPermission)(
  '$method $path, which needs no permission, filtered by the own $given',
  (filter) => {
    it('finds for a sub-user without any permission what it finds for the office', async () => {
      const { endpoint, place } = filter
      const all = found(await fixtures.send(filter, customer, place))
      const seen = found(await fixtures.send(filter, withoutGrants, place))
      expect(
        seen,
        `${endpoint.route} has permission: null, but its table shows nothing to a sub-user without permissions: declare the permission of a section that reads the table`,
      ).toBe(all)
    })
  },
)
