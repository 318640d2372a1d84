import { levels, type Permission } from '@saldo/contract/sections'
import { sections } from '@saldo/domain/section'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCustomer, signInSubUser } from '../testing/people.ts'
import { makeRecords } from '../testing/records.ts'
import { accessFixtures } from './access-fixtures.ts'
import type { Caller } from './callers.ts'
import { type Case, cases, expectAdmitted, refusal } from './cases.ts'

const grants = sections.flatMap((section) => levels.map((level): Permission => `${section}:${level}`))

let fixtures: Awaited<ReturnType<typeof accessFixtures>>
/** One office with one set of records, and a sub-user for each grant. */
let office: Record<string, Caller>
beforeAll(async () => {
  fixtures = await accessFixtures()
  const customer_id = await makeCustomer(fixtures.app.services)
  office = {}
  for (const grant of grants) office[grant] = await subUser(customer_id, grant)
  // They are asked over and over, for longer than a proof of who they are lasts.
  await fixtures.app.services.asSystem(
    (tx) => tx`
      update sessions set proved_at = now() + interval '1 day'
      where user_id in (select user_id from users where customer_id = ${customer_id})`,
  )
})
afterAll(() => fixtures.close())

async function subUser(customer_id: number, ...permissions: Permission[]): Promise<Caller> {
  const { services } = fixtures.app
  const { user_id, headers } = await signInSubUser(services, customer_id, { permissions })
  const own = await makeRecords(services, customer_id, { mark: 'Proprio', reader_id: user_id })
  return { name: `a sub-user with ${permissions}`, role: 'customer', headers, own }
}

/** To change something includes to see it. */
const includes = (grant: Permission, needed: Permission | null) =>
  needed === null || grant === needed || grant === needed.replace(':read', ':write')

const tried = cases.filter(({ endpoint, byLink }) => !byLink && endpoint.allow.includes('customer'))
/**
 * Acts that need more than the endpoint's permission, so that this permission alone is refused. Each has its reason.
 */
const furtherGrants: Record<string, Permission[]> = {
  // It says what the person has paid.
  'PUT /v1/certificates': ['payments:read'],
  // A registry changes people, too, and its balances become bills.
  'POST /v1/accounts/import/{id}': ['subjects:write', 'bills:write'],
  'POST /v1/accounts/import/{id}/undo': ['subjects:write', 'bills:write'],
}
/** Reads that show oneself with any permission, and others with this one alone: without it they do not exist. */
const readsOfOthers: Record<string, Permission> = { 'GET /v1/users/{id}': 'office:read' }
/** Whether an act may change the records, so that other callers cannot be tried with them afterwards. */
const changes = ({ endpoint, method }: Case) =>
  method !== 'GET' && (endpoint.permission === null || endpoint.permission.endsWith(':write'))

describe.each(tried)('$method $path with a single grant', (each) => {
  const { permission } = each.endpoint
  const enough = grants.filter((grant) => includes(grant, permission))
  const refused = grants.filter((grant) => !includes(grant, permission))

  if (refused.length > 0)
    it(`refuses all but ${permission}`, async () => {
      for (const grant of refused)
        expect(await fixtures.send(each, office[grant] as Caller), grant).toMatchObject(
          refusal(403, 'not_permitted'),
        )
    })
  const further = furtherGrants[each.endpoint.route]
  if (further && permission)
    it(`needs ${permission} and ${further}`, async () => {
      const alone = await fixtures.send(each, office[permission] as Caller)
      expect(alone).toMatchObject(refusal(403, 'not_permitted'))
      const who = await subUser(await makeCustomer(fixtures.app.services), permission, ...further)
      expectAdmitted(each.endpoint, await fixtures.send(each, who))
    })
  else
    it(`needs ${permission ?? 'no particular permission'}, and no other`, async () => {
      if (changes(each)) {
        const who = await subUser(await makeCustomer(fixtures.app.services), permission ?? 'bills:read')
        return expectAdmitted(each.endpoint, await fixtures.send(each, who))
      }
      for (const grant of enough) {
        const reply = await fixtures.send(each, office[grant] as Caller)
        if (includes(grant, readsOfOthers[each.endpoint.route] ?? null)) expectAdmitted(each.endpoint, reply)
        else expect(reply, grant).toMatchObject(refusal(404, 'not_found'))
      }
    })
})

it('changes no record of the other customer', () => fixtures.expectForeignUnchanged())
