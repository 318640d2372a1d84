import { levels, type Permission } from '@saldo/contract/sections'
import { type Section, sections } from '@saldo/domain/section'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../testing/app.ts'
import { signIn, signInSubUser } from '../testing/people.ts'
import {
  bills,
  codeOf,
  emailOf,
  knownIn,
  makeGrantedOffice,
  type Place,
  people,
  phoneOf,
  places,
} from './granted-office.ts'

let app: TestApp
let office: Awaited<ReturnType<typeof makeGrantedOffice>>
beforeAll(async () => {
  app = await startApp()
  office = await makeGrantedOffice(app.services)
})
afterAll(() => app.close())

/** Each grant alone, for the whole office (`places` null) and for one condominium. */
const grants = sections.flatMap((section) =>
  levels.flatMap((level) =>
    [null, ['Alba'] as Place[]].map((of) => ({
      section,
      permission: `${section}:${level}` as Permission,
      of,
      title: `${section}:${level}${of ? ` for ${of} alone` : ''}`,
    })),
  ),
)
type Grant = (typeof grants)[number]
const signedIn = new Map<string, Promise<Record<string, string>>>()

function headersOf({ title, permission, of }: Grant) {
  const known = signedIn.get(title) ?? signInGrant(permission, of)
  signedIn.set(title, known)
  return known
}
async function signInGrant(permission: Permission, of: Place[] | null) {
  const accounts = of?.map((place) => office.accounts.get(place) as number)
  const granted = { permissions: [permission], ...(accounts ? { accounts } : {}) }
  return (await signInSubUser(app.services, office.customer_id, granted)).headers
}

const get = async (url: string, headers: Record<string, string>) => {
  const reply = await app.call({ method: 'GET', url, headers })
  // biome-ignore lint/suspicious/noExplicitAny: replies of many shapes, told apart by what is expected of them
  return { status: reply.status, text: reply.raw.toString(), body: reply.body as any }
}

// What a grant covers, by the plain data alone.
const seen = ({ of }: Grant, inPlaces: Place[]) => of === null || inPlaces.some((place) => of.includes(place))
const seenPeople = (grant: Grant) => Object.keys(people).filter((name) => seen(grant, knownIn(name)))
const seenBills = (grant: Grant) => bills.filter(({ place }) => seen(grant, [place]))
const money: Section[] = ['bills', 'payments', 'debits']

/** To write includes to read, so what is only read is tried once. */
const mayOnlyRead = ({ permission }: Grant) => permission.endsWith(':read')

type List = {
  path: string
  section: Section
  /** The field that tells the rows apart, and its expected values. */
  label: string
  rows: (grant: Grant) => string[]
  /** Names the holder in a column, so that a search for a name finds rows. */
  byPerson?: true
}
const numbers = (grant: Grant) => seenBills(grant).map(({ number }) => number)
const holders = (grant: Grant) => seenBills(grant).map(({ name }) => name)
const lists: List[] = [
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

describe.each(grants)('$title', (grant) => {
  it.each(lists)('sees exactly its rows of $path, in the list, the count and the file', async (list) => {
    const headers = await headersOf(grant)
    const { status, body } = await get(`/v1/${list.path}?limit=100`, headers)
    if (grant.section !== list.section) return expect(status).toBe(403)
    const shown = (body.items as Record<string, string>[]).map((row) => row[list.label])
    expect(shown.toSorted()).toEqual(list.rows(grant).toSorted())
    const summary = await get(`/v1/${list.path}/summary`, headers)
    expect(summary.body.count).toBe(shown.length)
    const file = await get(`/v1/${list.path}/export`, headers)
    expect(file.status).toBe(200)
    for (const name of Object.keys(people))
      if (!seenPeople(grant).includes(name)) expect(file.text, name).not.toContain(name)
  })

  it('sees the people of a condominium, whatever makes them known there', async () => {
    if (grant.section !== 'subjects') return
    for (const place of places) {
      const { body } = await get(
        `/v1/subjects?limit=100&account_id=${office.accounts.get(place)}`,
        await headersOf(grant),
      )
      const shown = (body.items as { nominative: string }[]).map(({ nominative }) => nominative)
      const expected = seen(grant, [place])
        ? Object.keys(people).filter((name) => knownIn(name).includes(place))
        : []
      expect(shown.toSorted(), place).toEqual(expected)
    }
  })

  it('opens exactly the people of its list, and changes them if it may write', async () => {
    if (grant.section !== 'subjects') return
    const headers = await headersOf(grant)
    for (const name of Object.keys(people)) {
      const url = `/v1/subjects/${office.subjects.get(name)}`
      expect((await get(url, headers)).status, name).toBe(seenPeople(grant).includes(name) ? 200 : 404)
      const changed = await app.call({
        method: 'POST',
        url: '/v1/subjects',
        headers,
        body: {
          subject_id: office.subjects.get(name),
          nominative: name,
          phone: phoneOf(name),
          email: emailOf(name),
          fiscal_code: codeOf(name),
        },
      })
      const may = grant.permission.endsWith(':write')
      if (seenPeople(grant).includes(name))
        expect(changed.status, `${name} ${changed.raw}`).toBe(may ? 200 : 403)
      else expect(changed.status, name).toBe(may ? 404 : 403)
    }
  })

  it.runIf(mayOnlyRead(grant))(
    'finds by name what it sees, and a tax code only if it reads people',
    async () => {
      const found = (await get('/v1/research/find-all/grantelli', await headersOf(grant))).body as Found[]
      const of = (kind: string) => found.filter(({ data_from }) => data_from === kind)
      expect(
        of('soggetti')
          .map(({ subject_nominative }) => subject_nominative)
          .toSorted(),
      ).toEqual(seenPeople(grant))
      const expected = money.includes(grant.section) ? numbers(grant).toSorted() : []
      expect(
        of('bollette')
          .map(({ bill_number }) => bill_number)
          .toSorted(),
      ).toEqual(expected)
      expect(
        of('transazioni')
          .map(({ bill_number }) => bill_number)
          .toSorted(),
      ).toEqual(expected)
      for (const { subject_nominative, fiscal_code } of found)
        expect(fiscal_code).toBe(grant.section === 'subjects' ? codeOf(subject_nominative as string) : null)
    },
  )

  it.runIf(mayOnlyRead(grant))(
    'finds nobody by tax code, address or a part of them, unless it reads people',
    async () => {
      const headers = await headersOf(grant)
      for (const name of soughtPeople)
        for (const text of secretsOf(name)) {
          const expected = grant.section === 'subjects' && seenPeople(grant).includes(name) ? [name] : []
          const found = (await get(`/v1/research/find-all/${encodeURIComponent(text)}`, headers))
            .body as Found[]
          expect(
            found.map(({ subject_nominative }) => subject_nominative),
            text,
          ).toEqual(expected)
          for (const { path, section } of lists.filter(({ byPerson }) => byPerson)) {
            if (section !== grant.section) continue
            const { body } = await get(`/v1/${path}?q=${encodeURIComponent(text)}`, headers)
            expect(body.items, `${path} ${text}`).toEqual([])
          }
        }
    },
  )

  it.runIf(mayOnlyRead(grant))('finds by name in each list of its section', async () => {
    for (const { path, section, label, rows } of lists.filter(({ byPerson }) => byPerson)) {
      if (section !== grant.section) continue
      const { body } = await get(`/v1/${path}?q=grantelli&limit=100`, await headersOf(grant))
      expect((body.items as Record<string, string>[]).map((row) => row[label]).toSorted(), path).toEqual(
        rows(grant).toSorted(),
      )
    }
  })

  it.runIf(mayOnlyRead(grant))(
    'reads no tax code, address or telephone number of anybody, unless it reads people',
    async () => {
      const headers = await headersOf(grant)
      const pages = await pagesOf(headers)
      for (const { url, text } of pages)
        for (const name of Object.keys(people)) {
          const mayRead = grant.section === 'subjects' && seenPeople(grant).includes(name)
          for (const contact of [codeOf(name), emailOf(name), phoneOf(name)])
            if (!mayRead) expect(text, `${url} shows ${contact}`).not.toContain(contact)
        }
    },
  )
})

type Found = Record<'data_from' | 'subject_nominative' | 'bill_number' | 'fiscal_code', string | null>
/** Known by a bill in Alba, by a unit there, and only in Brera. */
const soughtPeople = ['Grantelli Aldo', 'Grantelli Bruna', 'Grantelli Fabio']
const secretsOf = (name: string) => [
  codeOf(name),
  codeOf(name).toLowerCase().slice(3, 12),
  emailOf(name),
  emailOf(name).slice(0, -8),
]

/** Every list, its file, its details, and what has no list. */
async function pagesOf(headers: Record<string, string>) {
  const details = [...office.bill_ids.values()].flatMap((id) => [`bills/${id}`, `reminders/preview/${id}`])
  const ofPeople = [...office.subjects.values()].flatMap((id) => [
    `subjects/${id}`,
    `subjects/statement/${id}`,
    `subjects/open-bills/${id}`,
    `subjects/docs/${id}`,
  ])
  const ofAccounts = [...office.accounts.values()].flatMap((id) => [
    `accounts/${id}`,
    `accounts/register/${id}`,
  ])
  const noun = lists.flatMap(({ path }) => [`${path}?limit=100`, `${path}/export`])
  const paths = [
    ...noun,
    ...details,
    ...ofPeople,
    ...ofAccounts,
    'audit?limit=100',
    'dashboard',
    'books/journal',
  ]
  const pages = []
  for (const path of paths) {
    const { status, text, body } = await get(`/v1/${path}`, headers)
    if (status === 200) pages.push({ url: path, text })
    for (const [noun, key] of [
      ['payments', 'payment_id'],
      ['plans', 'plan_id'],
    ] as const)
      if (path.startsWith(`${noun}?`) && body?.items)
        for (const row of body.items as Record<string, number>[])
          pages.push({
            url: `${noun}/${row[key]}`,
            text: (await get(`/v1/${noun}/${row[key]}`, headers)).text,
          })
  }
  for (const subject_id of office.subjects.values()) {
    const url = `/v1/stripe/retrieve_sources/${subject_id}`
    const { raw } = await app.call({ method: 'POST', url, headers })
    pages.push({ url, text: raw.toString() })
  }
  return pages
}

describe('a user of the whole office', () => {
  it('finds by tax code and address, and reads them', async () => {
    const { headers } = await signIn(app.services, 'customer', office.customer_id)
    for (const name of soughtPeople)
      for (const text of secretsOf(name)) {
        const found = (await get(`/v1/research/find-all/${encodeURIComponent(text)}`, headers))
          .body as Found[]
        expect(found.map(({ fiscal_code }) => fiscal_code)).toContain(codeOf(name))
        expect((await get(`/v1/bills?q=${encodeURIComponent(text)}`, headers)).body.items).toHaveLength(
          people[name]?.bills.length as number,
        )
      }
  })
})
