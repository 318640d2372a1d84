import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../testing/people.ts'
import { codeOf, emailOf, people, phoneOf } from './granted-office.ts'
import { grants, lists, mayOnlyRead, money, numbers, seenPeople, startGrantedOffice } from './grants.ts'

let granted: Awaited<ReturnType<typeof startGrantedOffice>>
beforeAll(async () => {
  granted = await startGrantedOffice()
})
afterAll(() => granted.app.close())

describe.each(grants.filter(mayOnlyRead))('$title', (grant) => {
  it('finds by name what it sees, and a tax code only if it reads people', async () => {
    const found = (await granted.get('research/find-all/grantelli', await granted.headersOf(grant)))
      .body as Found[]
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
  })

  it('finds nobody by tax code, address or a part of them, unless it reads people', async () => {
    const headers = await granted.headersOf(grant)
    for (const name of soughtPeople)
      for (const text of secretsOf(name)) {
        const expected = grant.section === 'subjects' && seenPeople(grant).includes(name) ? [name] : []
        const found = (await granted.get(`research/find-all/${encodeURIComponent(text)}`, headers))
          .body as Found[]
        expect(
          found.map(({ subject_nominative }) => subject_nominative),
          text,
        ).toEqual(expected)
        for (const { path, section } of lists.filter(({ byPerson }) => byPerson)) {
          if (section !== grant.section) continue
          const { body } = await granted.get(`${path}?q=${encodeURIComponent(text)}`, headers)
          expect(body.items, `${path} ${text}`).toEqual([])
        }
      }
  })

  it('finds by name in each list of its section', async () => {
    for (const { path, section, label, rows } of lists.filter(({ byPerson }) => byPerson)) {
      if (section !== grant.section) continue
      const { body } = await granted.get(`${path}?q=grantelli&limit=100`, await granted.headersOf(grant))
      expect((body.items as Record<string, string>[]).map((row) => row[label]).toSorted(), path).toEqual(
        rows(grant).toSorted(),
      )
    }
  })

  it('reads no tax code, address or telephone number of anybody, unless it reads people', async () => {
    const headers = await granted.headersOf(grant)
    const pages = await pagesOf(headers)
    for (const { url, text } of pages)
      for (const name of Object.keys(people)) {
        const mayRead = grant.section === 'subjects' && seenPeople(grant).includes(name)
        for (const contact of [codeOf(name), emailOf(name), phoneOf(name)])
          if (!mayRead) expect(text, `${url} shows ${contact}`).not.toContain(contact)
      }
  })
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
  const details = [...granted.office.bill_ids.values()].flatMap((id) => [
    `bills/${id}`,
    `reminders/preview/${id}`,
  ])
  const ofPeople = [...granted.office.subjects.values()].flatMap((id) => [
    `subjects/${id}`,
    `subjects/statement/${id}`,
    `subjects/open-bills/${id}`,
    `subjects/docs/${id}`,
  ])
  const ofAccounts = [...granted.office.accounts.values()].flatMap((id) => [
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
    const { status, text, body } = await granted.get(path, headers)
    if (status === 200) pages.push({ url: path, text })
    for (const [noun, key] of [
      ['payments', 'payment_id'],
      ['plans', 'plan_id'],
    ] as const)
      if (path.startsWith(`${noun}?`) && body?.items)
        for (const row of body.items as Record<string, number>[])
          pages.push({
            url: `${noun}/${row[key]}`,
            text: (await granted.get(`${noun}/${row[key]}`, headers)).text,
          })
  }
  for (const subject_id of granted.office.subjects.values()) {
    const url = `/v1/stripe/retrieve_sources/${subject_id}`
    const { raw } = await granted.app.call({ method: 'POST', url, headers })
    pages.push({ url, text: raw.toString() })
  }
  return pages
}

describe('a user of the whole office', () => {
  it('finds by tax code and address, and reads them', async () => {
    const { headers } = await signIn(granted.app.services, 'customer', granted.office.customer_id)
    for (const name of soughtPeople)
      for (const text of secretsOf(name)) {
        const found = (await granted.get(`research/find-all/${encodeURIComponent(text)}`, headers))
          .body as Found[]
        expect(found.map(({ fiscal_code }) => fiscal_code)).toContain(codeOf(name))
        expect((await granted.get(`bills?q=${encodeURIComponent(text)}`, headers)).body.items).toHaveLength(
          people[name]?.bills.length as number,
        )
      }
  })
})
