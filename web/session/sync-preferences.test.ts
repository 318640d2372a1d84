import { describe, expect, it, vi } from 'vitest'
import type { Preferences, StoredPreferences } from '../ui/theme/preferences.ts'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
const { newerPreferences: merge } = await import('./sync-preferences.ts')
const { preferencesAtStart, setPreferences, storedPreferences, takeServerPreferences } = await import(
  '../ui/theme/preferences.ts'
)

const usual: Preferences = {
  theme: 'system',
  density: 'wide',
  menu: 'open',
  single_keys: true,
  first_steps_hidden: false,
  columns: {},
}
const dark: Preferences = { ...usual, theme: 'dark' }
const compact: Preferences = { ...usual, density: 'compact' }
const me = 7
const here = (known: Partial<StoredPreferences>): StoredPreferences => ({
  user_id: me,
  values: dark,
  unsent: false,
  updated_at: '2026-09-01T10:00:00Z',
  ...known,
})

/** Merges where nothing was chosen since the page appeared, unless `before` says what was there. */
const newerPreferences = (
  known: StoredPreferences,
  kept: Parameters<typeof merge>[1],
  user_id: number,
  before = known.values,
) => merge(known, kept, user_id, before)

describe('merging preferences of browser and server', () => {
  it('takes the server’s when they were changed elsewhere since', () => {
    const kept = { ...compact, updated_at: '2026-09-02T10:00:00Z' }
    for (const unsent of [true, false])
      expect(newerPreferences(here({ unsent }), kept, me)).toEqual({
        user_id: me,
        values: compact,
        unsent: false,
        updated_at: kept.updated_at,
      })
  })
  it('keeps this browser’s when its last change was not sent', () => {
    const known = here({ unsent: true })
    expect(newerPreferences(known, { ...compact, updated_at: known.updated_at }, me)).toEqual(known)
  })
  it('never gives one user’s preferences to another', () => {
    const others = here({ user_id: 8, unsent: true })
    expect(newerPreferences(others, { ...usual, updated_at: null }, me)).toMatchObject({
      user_id: me,
      values: usual,
      unsent: false,
    })
    expect(newerPreferences(others, { ...compact, updated_at: others.updated_at }, me).values).toEqual(
      compact,
    )
  })
  it('keeps what was chosen before the first sign-in', () => {
    const before = here({ user_id: null, unsent: true, updated_at: null })
    expect(newerPreferences(before, { ...usual, updated_at: null }, me)).toMatchObject({
      values: dark,
      unsent: true,
    })
    expect(newerPreferences(before, { ...compact, updated_at: '2026-09-01T10:00:00Z' }, me)).toMatchObject({
      values: compact,
      unsent: false,
    })
  })
  it('keeps what was chosen while the server answered, and the rest of the server’s', () => {
    const chosen = here({
      user_id: null,
      values: { ...usual, menu: 'icons' },
      unsent: true,
      updated_at: null,
    })
    const kept = { ...dark, columns: { bills: ['number'] }, updated_at: '2026-09-01T10:00:00Z' }
    expect(newerPreferences(chosen, kept, me, usual)).toEqual({
      user_id: me,
      values: { ...dark, columns: { bills: ['number'] }, menu: 'icons' },
      unsent: true,
      updated_at: kept.updated_at,
    })
  })
  it('adds the columns of the list for which they were chosen, and leaves those of other lists', () => {
    const before: Preferences = { ...usual, columns: { payments: ['amount'], units: ['name'] } }
    const now: Preferences = { ...usual, columns: { units: ['name'], bills: ['number'] } }
    const kept = {
      ...dark,
      columns: { payments: ['state'], people: ['name'] },
      updated_at: '2026-09-02T10:00:00Z',
    }
    expect(newerPreferences(here({ values: now, unsent: true }), kept, me, before).values).toEqual({
      ...dark,
      columns: { people: ['name'], bills: ['number'] },
    })
  })
})

describe('the preferences with which a user’s pages begin', () => {
  it('are not those of who was here before', () => {
    takeServerPreferences(here({ user_id: 8 }))
    expect(preferencesAtStart(me)).toEqual(usual)
    setPreferences({ menu: 'icons' })
    expect(storedPreferences()).toMatchObject({ user_id: me, values: { ...usual, menu: 'icons' } })
  })
  it('are the own ones, and those chosen before the first sign-in', () => {
    for (const user_id of [me, null]) {
      takeServerPreferences(here({ user_id }))
      expect(preferencesAtStart(me)).toEqual(dark)
    }
  })
})
