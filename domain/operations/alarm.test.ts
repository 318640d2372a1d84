import { describe, expect, it } from 'vitest'
import { type AlarmNews, calmMinutes, type Watched, watch } from './alarm.ts'
import type { CheckState } from './checks.ts'

const patience = { broken: 0, attention: 30 }
const minute = 60_000

/** Looks each `every` minutes; returns the minute and kind of all news. */
function story(states: CheckState[], every = 2, known = patience): [number, AlarmNews][] {
  let before: Watched | null = null
  return states.flatMap((state, index) => {
    const { now, news } = watch(before, state, index * every * minute, known)
    before = now
    return news ? [[index * every, news] as [number, AlarmNews]] : []
  })
}
const times = <T>(count: number, state: T): T[] => Array.from({ length: count }, () => state)

describe('somebody is told', () => {
  it('at once of what is broken, and once however long it lasts', () =>
    expect(story(['ok', ...times<CheckState>(2000, 'broken')])).toEqual([[2, 'raised']]))
  it('of what needs attention after its patience, and once', () =>
    expect(story(['ok', ...times<CheckState>(100, 'attention')])).toEqual([[32, 'raised']]))
  it('of what could not be asked, as of what needs attention', () =>
    expect(story(['ok', ...times<CheckState>(100, 'unknown')])).toEqual([[32, 'raised']]))
  it('not of an attention that goes away in time', () =>
    expect(story(['ok', ...times<CheckState>(15, 'attention'), 'ok', 'ok'])).toEqual([]))
  it('not of one broken answer, where a check has patience with that', () =>
    expect(
      story(['ok', 'broken', 'ok', 'broken', 'broken', 'broken'], 2, { broken: 3, attention: 30 }),
    ).toEqual([[10, 'raised']]))
  it('that it recovered, when it has been calm', () =>
    expect(story(['broken', ...times<CheckState>(60, 'ok')])).toEqual([
      [0, 'raised'],
      [2 + calmMinutes, 'recovered'],
    ]))
  it('once of what comes and goes', () =>
    expect(story(times(200, ['broken', 'ok', 'ok'] as CheckState[]).flat())).toEqual([[0, 'raised']]))
  it('again when it became worse, and not when it became less bad and worse again', () =>
    expect(
      story([
        ...times<CheckState>(20, 'attention'),
        'broken',
        'attention',
        'broken',
        ...times<CheckState>(9, 'ok'),
      ]),
    ).toEqual([
      [30, 'raised'],
      [40, 'worse'],
      [56, 'recovered'],
    ]))
  it('again when it breaks after it had recovered', () =>
    expect(story(['broken', ...times<CheckState>(7, 'ok'), 'broken']).map(([, news]) => news)).toEqual([
      'raised',
      'recovered',
      'raised',
    ]))
})
