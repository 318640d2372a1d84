import { describe, expect, it } from 'vitest'
import { thresholds } from '../thresholds.ts'
import { differences, judgements } from './database-checks.ts'
import { driftOf, type Vitals } from './database-vitals.ts'
import { missedSchedules } from './job-checks.ts'

const healthy: Vitals = {
  ...{ drift: 0, hidden: 0, oldest_transaction: null, idle_in_transaction: 0, size: 1e9, connections: 10 },
  ...{
    connections_most: 100,
    longest_wait: 0,
    slots: [],
    frozen_age: 1e6,
    frozen_age_most: 200e6,
    bloated: [],
  },
  ...{ unanalyzed: [], invalid_indexes: [], migrations: {} },
}
const slot = { name: 'copia', active: true, status: 'reserved', behind: 0 }

describe('what a figure of the database means', () => {
  it.each([
    ['database_size', {}, 'ok'],
    ['database_size', { size: 300e9 }, 'attention'],
    ['database_size', { size: 2e12 }, 'broken'],
    ['database_connections', { connections: 74 }, 'ok'],
    ['database_connections', { connections: 75 }, 'attention'],
    ['database_connections', { connections: 95 }, 'broken'],
    ['database_transactions', {}, 'ok'],
    ['database_transactions', { oldest_transaction: 900 }, 'attention'],
    ['database_transactions', { oldest_transaction: 7200 }, 'broken'],
    ['database_transactions', { hidden: 3 }, 'unknown'],
    ['database_transactions', { hidden: 3, oldest_transaction: 7200 }, 'broken'],
    ['database_locks', { longest_wait: 9 }, 'ok'],
    ['database_locks', { longest_wait: 10.5 }, 'attention'],
    ['database_locks', { longest_wait: 61 }, 'broken'],
    ['database_replication', { slots: [slot] }, 'ok'],
    ['database_replication', { slots: [{ ...slot, active: false }] }, 'attention'],
    ['database_replication', { slots: [{ ...slot, behind: 60e9 }] }, 'broken'],
    ['database_replication', { slots: [{ ...slot, status: 'lost' }] }, 'broken'],
    ['database_vacuum', {}, 'ok'],
    ['database_vacuum', { bloated: [{ name: 'bills', dead: 2e6, live: 1e6 }] }, 'attention'],
    ['database_vacuum', { frozen_age: 700e6 }, 'broken'],
    ['database_statistics', { unanalyzed: [{ name: 'bills', changed: 9e5, live: 1e6 }] }, 'attention'],
    ['clock', { drift: 1 }, 'ok'],
    ['clock', { drift: 3 }, 'attention'],
    ['clock', { drift: 400 }, 'broken'],
  ] as const)('%s of %j is %s', (code, vitals, state) =>
    expect(judgements[code]({ ...healthy, ...vitals } as Vitals).state).toBe(state),
  )
})

it('clocks differ by what the time of the question does not explain', () => {
  expect(driftOf(1000, 1500, 2000)).toBe(0)
  expect(driftOf(1000, 5000, 2000)).toBe(3)
  expect(driftOf(10_000, 5000, 11_000)).toBe(5)
})

it('migrations differ by name and by content', () => {
  const file = (name: string) => ({ name, text: '', checksum: 'a' })
  expect(differences({ one: 'a' }, [file('one')]).state).toBe('ok')
  expect(
    differences({ one: 'b', three: 'a' }, [file('one'), file('two')]).parts?.map(({ name }) => name),
  ).toEqual(['two', 'three', 'one'])
})

describe('a scheduled job', () => {
  const at = Date.UTC(2026, 0, 15, 12, 0, 30)
  const added = (ago: number, since = 0) =>
    missedSchedules(
      {
        names: [{ name: 'nightly', waiting: 0, oldest: 0, last_added: at / 1000 - ago }],
        schedules: [{ name: 'nightly', cron: '10 3 * * *', since }],
      },
      at,
    )
  it('that was added at its last time is fine, and not after it', () => {
    expect(added(8 * 3600).state).toBe('ok')
    expect(added(20 * 3600)).toMatchObject({ state: 'attention', figure: 1, parts: [{ name: 'nightly' }] })
  })
  it('that is new has not missed what was before', () =>
    expect(added(20 * 3600, at / 1000 - 60).state).toBe('ok'))
  it('may be late by its grace', () => {
    const minutely = (ago: number) =>
      missedSchedules(
        {
          names: [{ name: 'sweep', waiting: 0, oldest: 0, last_added: at / 1000 - ago }],
          schedules: [{ name: 'sweep', cron: '* * * * *', since: 0 }],
        },
        at,
      ).state
    expect(minutely(thresholds.scheduled_grace - 60)).toBe('ok')
    expect(minutely(thresholds.scheduled_grace + 120)).toBe('attention')
  })
})
