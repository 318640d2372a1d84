import { levels, type Permission } from '@saldo/contract/sections'
import { type Section, sections } from '@saldo/domain/section'
import { startApp } from '../testing/app.ts'
import { signInSubUser } from '../testing/people.ts'
import { bills, knownIn, makeGrantedOffice, type Place, people, places } from './granted-office.ts'

/** Each grant alone, for the whole office (`places` null) and for one condominium. */
export const grants = sections.flatMap((section) =>
  levels.flatMap((level) =>
    [null, ['Alba'] as Place[]].map((of) => ({
      section,
      permission: `${section}:${level}` as Permission,
      of,
      title: `${section}:${level}${of ? ` for ${of} alone` : ''}`,
    })),
  ),
)
export type Grant = (typeof grants)[number]

// What a grant covers, by the plain data alone.
export const seen = ({ of }: Grant, inPlaces: Place[]) =>
  of === null || inPlaces.some((place) => of.includes(place))
export const seenPeople = (grant: Grant) => Object.keys(people).filter((name) => seen(grant, knownIn(name)))
const seenBills = (grant: Grant) => bills.filter(({ place }) => seen(grant, [place]))
export const money: Section[] = ['bills', 'payments', 'debits']

/** To write includes to read, so what is only read is tried once. */
export const mayOnlyRead = ({ permission }: Grant) => permission.endsWith(':read')

type List = {
  path: string
  section: Section
  /** The field that tells the rows apart, and its expected values. */
  label: string
  rows: (grant: Grant) => string[]
  /** Names the holder in a column, so that a search for a name finds rows. */
  byPerson?: true
}
export const numbers = (grant: Grant) => seenBills(grant).map(({ number }) => number)
const holders = (grant: Grant) => seenBills(grant).map(({ name }) => name)
export const lists: List[] = [
  {
    path: 'accounts',
    section: 'accounts',
    label: 'name',
    rows: (grant) => places.filter((place) => seen(grant, [place])).map((place) => `Condominio ${place}`),
  },
  {
    path: 'units',
    section: 'accounts',
    label: 'number',
    rows: (grant) =>
      Object.entries(people).flatMap(([name, { units }]) =>
        units.filter((place) => seen(grant, [place])).map(() => name),
      ),
  },
  { path: 'subjects', section: 'subjects', label: 'nominative', rows: seenPeople },
  {
    path: 'notes',
    section: 'subjects',
    label: 'text',
    rows: (grant) => seenPeople(grant).map((name) => `Nota di ${name}`),
  },
  { path: 'bills', section: 'bills', label: 'number', rows: numbers, byPerson: true },
  {
    path: 'arrears/subjects',
    section: 'bills',
    label: 'nominative',
    rows: (grant) => [...new Set(holders(grant))],
    byPerson: true,
  },
  { path: 'plans', section: 'bills', label: 'subject_nominative', rows: holders, byPerson: true },
  { path: 'reminders', section: 'bills', label: 'subject_nominative', rows: holders, byPerson: true },
  { path: 'payments', section: 'payments', label: 'bill_number', rows: numbers, byPerson: true },
  { path: 'debits', section: 'debits', label: 'bill_number', rows: numbers, byPerson: true },
]

/** The granted office on an app of its own; `headersOf` signs in a sub-user who has this grant alone, once. */
export async function startGrantedOffice() {
  const app = await startApp()
  const office = await makeGrantedOffice(app.services)
  const signedIn = new Map<string, Promise<Record<string, string>>>()
  async function signInGrant({ permission, of }: Grant) {
    const accounts = of?.map((place) => office.accounts.get(place) as number)
    const granted = { permissions: [permission], ...(accounts ? { accounts } : {}) }
    return (await signInSubUser(app.services, office.customer_id, granted)).headers
  }
  return {
    app,
    office,
    headersOf: (grant: Grant) => {
      const known = signedIn.get(grant.title) ?? signInGrant(grant)
      signedIn.set(grant.title, known)
      return known
    },
    get: async (path: string, headers: Record<string, string>) => {
      const reply = await app.call({ method: 'GET', url: `/v1/${path}`, headers })
      // biome-ignore lint/suspicious/noExplicitAny: replies of many shapes, told apart by what is expected of them
      return { status: reply.status, text: reply.raw.toString(), body: reply.body as any }
    },
  }
}
