import { afterEach, describe, expect, it } from 'vitest'
import { payBySepa, type RunningSandbox, runSandbox } from '../running-sandbox.ts'
import { createTimetable } from './timetable.ts'

const open: RunningSandbox[] = []
afterEach(async () => {
  for (const sandbox of open.splice(0)) await sandbox.end()
})

describe('the clock', () => {
  it('dates moves during a jump at their own time', async () => {
    const sandbox = await runSandbox({ sepa_seconds: 1000, sepa_later_seconds: 5000 })
    open.push(sandbox)
    const now = async () => Number((await sandbox.control('clock', undefined, 'GET')).now)
    const start = await now()
    await payBySepa(sandbox.stripe, 'IT84E9999999999000000000004')
    await payBySepa(sandbox.stripe, 'IT56B9999999999000000000001')
    const paid = await now()
    await sandbox.control('clock/advance', { seconds: 10_000 })
    const events = (await sandbox.stripe.events.list({ type: 'payment_intent.succeeded' })).data
    const at = events.map((event) => event.created).reverse()
    // Each payment succeeds so many seconds after a moment between these two, however long the requests took.
    for (const [place, seconds] of [1000, 5000].entries()) {
      expect(at[place]).toBeGreaterThanOrEqual(start + seconds)
      expect(at[place]).toBeLessThanOrEqual(paid + seconds + 1)
    }
  })

  it('keeps the skipped time and pending moves over a restart', async () => {
    const first = await runSandbox({ sepa_seconds: 5000 })
    const intent = await payBySepa(first.stripe, 'IT56B9999999999000000000001')
    await first.control('clock/advance', { seconds: 4000 })
    await first.stop()
    const again = await runSandbox({ home: first.home, sepa_seconds: 5000 })
    open.push(again)
    expect(Number((await again.control('clock', undefined, 'GET')).now)).toBeGreaterThanOrEqual(
      intent.created + 4000,
    )
    expect((await again.stripe.paymentIntents.retrieve(intent.id)).status).toBe('processing')
    await again.control('clock/advance', { seconds: 1001 })
    expect((await again.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
  })

  it.each([{}, { seconds: -1 }, { seconds: 'later' }])('refuses %j', async (body) => {
    const sandbox = await runSandbox()
    open.push(sandbox)
    expect(await sandbox.control('clock/advance', body)).toMatchObject({ error: { param: 'seconds' } })
  })

  it('settles hundreds of debits in one jump', async () => {
    const sandbox = await runSandbox({ sepa_seconds: 100 })
    open.push(sandbox)
    const { id } = await payBySepa(sandbox.stripe, 'IT56B9999999999000000000001')
    const all = await Promise.all(
      Array.from({ length: 500 }, (_, i) =>
        payBySepa(sandbox.stripe, i % 2 ? 'IT56B9999999999000000000001' : 'IT33C9999999999000000000002'),
      ),
    )
    await sandbox.control('clock/advance', { seconds: 101 })
    expect((await sandbox.stripe.paymentIntents.retrieve(id)).status).toBe('succeeded')
    const ends = await Promise.all(
      all.map(async (intent) => (await sandbox.stripe.paymentIntents.retrieve(intent.id)).status),
    )
    expect(ends).toEqual(all.map((_, i) => (i % 2 ? 'succeeded' : 'requires_payment_method')))
  })
})

describe('a timetable', () => {
  it('returns entries in order, and those of the same time in order of arrival', () => {
    const table = createTimetable([{ at: 5, name: 'e' }])
    for (const [at, name] of [
      [3, 'c'],
      [1, 'a'],
      [3, 'd'],
      [2, 'b'],
    ] as const)
      table.add({ at, name })
    const taken: string[] = []
    for (let entry = table.takeDue(4); entry; entry = table.takeDue(4)) taken.push(entry.name)
    expect(taken).toEqual(['a', 'b', 'c', 'd'])
    expect([table.size, table.next()]).toEqual([1, 5])
  })
})
