import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf, emailOf, knownIn, people, phoneOf, places } from './granted-office.ts'
import { grants, lists, seen, seenPeople, startGrantedOffice } from './grants.ts'

let granted: Awaited<ReturnType<typeof startGrantedOffice>>
beforeAll(async () => {
  granted = await startGrantedOffice()
})
afterAll(() => granted.app.close())

describe.each(grants)('$title', (grant) => {
  it.each(lists)('sees exactly its rows of $path, in the list, the count and the file', async (list) => {
    const headers = await granted.headersOf(grant)
    const { status, body } = await granted.get(`${list.path}?limit=100`, headers)
    if (grant.section !== list.section) return expect(status).toBe(403)
    const shown = (body.items as Record<string, string>[]).map((row) => row[list.label])
    expect(shown.toSorted()).toEqual(list.rows(grant).toSorted())
    const summary = await granted.get(`${list.path}/summary`, headers)
    expect(summary.body.count).toBe(shown.length)
    const file = await granted.get(`${list.path}/export`, headers)
    expect(file.status).toBe(200)
    for (const name of Object.keys(people))
      if (!seenPeople(grant).includes(name)) expect(file.text, name).not.toContain(name)
  })

  it('sees the people of a condominium, whatever makes them known there', async () => {
    if (grant.section !== 'subjects') return
    for (const place of places) {
      const { body } = await granted.get(
        `subjects?limit=100&account_id=${granted.office.accounts.get(place)}`,
        await granted.headersOf(grant),
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
    const headers = await granted.headersOf(grant)
    for (const name of Object.keys(people)) {
      const url = `subjects/${granted.office.subjects.get(name)}`
      expect((await granted.get(url, headers)).status, name).toBe(
        seenPeople(grant).includes(name) ? 200 : 404,
      )
      const changed = await granted.app.call({
        method: 'POST',
        url: '/v1/subjects',
        headers,
        body: {
          subject_id: granted.office.subjects.get(name),
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
})
