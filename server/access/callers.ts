import type { Endpoint, Role } from '@saldo/contract/endpoint'
import {
  isOfAllCustomers,
  isOfWholeOffice,
  type Level,
  needsImpersonation,
  permissionFor,
} from '@saldo/contract/sections'
import { sections } from '@saldo/domain/section'
import type { TestApp } from '../testing/app.ts'
import {
  impersonate,
  makeCustomer,
  signIn,
  signInSubUser,
  signInWithoutSecondStep,
} from '../testing/people.ts'
import { makeRecords, type Records } from '../testing/records.ts'
import type { Case } from './cases.ts'

/** A caller: role, headers, and their own records. */
export type Caller = { name: string; role: Role; headers: Record<string, string>; own: Records }

/** The app to call, and records that do not belong to the caller. */
type Place = { app: TestApp; foreign: Records }

/**
 * `may`: a sub-user with read or also write permission; `some`: who sees only their own condominium; `unready`: a super user
 * who has no second step; `looks`: one who impersonates nobody.
 */
export type Person = {
  role: Role
  may?: Level
  some?: true
  unready?: true
  looks?: true
  make: (place: Place, name: string) => Promise<Caller>
}

const signedIn = (
  role: 'super_user' | 'customer' | 'awaiting' | 'store' | 'consumer',
  header?: 'own' | 'foreign' | 'own, only to look',
): Person => ({
  role,
  ...(role === 'super_user' && header !== 'own' ? { looks: true } : {}),
  make: async ({ app, foreign }, name) => {
    const { user_id, customer_id, headers } = await signIn(app.services, role)
    const whose = customer_id ?? (await makeCustomer(app.services))
    const own = await makeRecords(app.services, whose, {
      mark: 'Proprio',
      user_id: role === 'consumer' ? user_id : undefined,
      reader_id: user_id,
    })
    // The only user whom a consumer sees.
    if (role === 'consumer') own.ids.user = user_id
    const chosen = header && String((header === 'foreign' ? foreign : own).ids.customer)
    if (role === 'super_user' && header === 'own')
      await impersonate(app.services, { user_id, headers }, Number(chosen))
    return { name, role, own, headers: { ...headers, ...(chosen ? { 'x-customer-id': chosen } : {}) } }
  },
})
const subUser = (may: Level, some?: true): Person => ({
  role: 'customer',
  may,
  ...(some ? { some } : {}),
  make: async ({ app }, name) => {
    const customer_id = await makeCustomer(app.services)
    const permissions = sections.map((section) => `${section}:${may}`)
    const { user_id, headers } = await signInSubUser(app.services, customer_id, {
      permissions,
      ...(some ? { accounts: [] } : {}),
    })
    const own = await makeRecords(app.services, customer_id, { mark: 'Proprio', reader_id: user_id })
    if (some)
      await app.services.asSystem(
        (tx) => tx`insert into user_accounts ${tx({ user_id, customer_id, account_id: own.ids.account })}`,
      )
    return { name, role: 'customer', own, headers }
  },
})
const withoutSecondStep: Person = {
  role: 'super_user',
  unready: true,
  make: async ({ app }, name) => {
    const { user_id, headers } = await signInWithoutSecondStep(app.services)
    const own = await makeRecords(app.services, await makeCustomer(app.services), {
      mark: 'Proprio',
      reader_id: user_id,
    })
    // The sample records have a passkey, which is a second step.
    await app.services.asSystem((tx) => tx`delete from passkeys where user_id = ${user_id}`)
    return {
      name,
      role: 'super_user',
      own,
      headers: { ...headers, 'x-customer-id': String(own.ids.customer) },
    }
  },
}
const notSignedIn = (credential: (place: Place) => Promise<Record<string, string>>): Person => ({
  role: 'anonymous',
  make: async (place, name) => ({
    name,
    role: 'anonymous',
    headers: await credential(place),
    own: await makeRecords(place.app.services, await makeCustomer(place.app.services), { mark: 'Proprio' }),
  }),
})

export const everyone: Record<string, Person> = {
  'a super user': signedIn('super_user'),
  'a super user working for a customer': signedIn('super_user', 'own'),
  'a super user looking at a customer': signedIn('super_user', 'own, only to look'),
  'a super user without a second step': withoutSecondStep,
  'an active customer': signedIn('customer'),
  'an active customer who names another in x-customer-id': signedIn('customer', 'foreign'),
  'a sub-user who may only read': subUser('read'),
  'a sub-user of some condominiums': subUser('write', true),
  'a customer awaiting activation': signedIn('awaiting'),
  'a store': signedIn('store'),
  'a consumer': signedIn('consumer'),
  'nobody in particular': notSignedIn(async () => ({})),
  'somebody with an invented token': notSignedIn(async () => ({ authorization: `Bearer ${'x'.repeat(43)}` })),
  'somebody whose session has ended': notSignedIn(async ({ app }) => {
    const { headers, user_id } = await signIn(app.services, 'super_user')
    await app.services.asSystem((tx) => tx`update sessions set revoked_at = now() where user_id = ${user_id}`)
    return headers
  }),
}
const roleOf = (name: string, { byLink }: Case): Role =>
  byLink ? 'link' : (everyone[name]?.role ?? 'anonymous')
export const admits = (tried: Case, name: string) => tried.endpoint.allow.includes(roleOf(name, tried))
/** Whether the caller must set up a second step before calling it. */
export const isTooEarly = ({ endpoint, byLink }: Case, name: string) =>
  everyone[name]?.unready === true &&
  !byLink &&
  !endpoint.before_second_step &&
  !endpoint.allow.includes('anonymous')
/** Why a super user is refused by what they impersonate, or not; null: they are not. */
export const impersonationRefusal = ({ endpoint, byLink }: Case, name: string) => {
  const { role, looks, unready } = everyone[name] as Person
  if (role !== 'super_user' || unready || byLink) return null
  if (looks) return needsImpersonation(endpoint) ? 'impersonation_required' : null
  return endpoint.impersonation === 'refused' ? 'not_while_impersonating' : null
}
/** Whether a sub-user's permissions allow the endpoint; others are not limited. */
export const permits = ({ endpoint, byLink }: Case, name: string) => {
  const { may, some } = everyone[name] as Person
  if (may === undefined || byLink) return true
  return (
    !(may === 'read' && permissionFor(endpoint)?.endsWith(':write')) && !(some && isOfWholeOffice(endpoint))
  )
}

/** An endpoint of the back office alone, about all customers: whom a super user has chosen is ignored. */
export const isBackOffices = (endpoint: Endpoint) =>
  isOfAllCustomers(endpoint) && endpoint.allow.every((role) => role === 'super_user')

/**
 * Whether the caller sees all customers: a super user who impersonates nobody, and every super user where the back office
 * works, for customers and agents.
 */
export const seesAll = (endpoint: Endpoint, { role, headers }: Caller) =>
  role === 'super_user' &&
  (!headers['x-customer-id'] ||
    isBackOffices(endpoint) ||
    /^GET \/v1\/(customers|activations|agents|iban-blacklist|impersonations|outbox|files)\b/.test(
      endpoint.route,
    ))
