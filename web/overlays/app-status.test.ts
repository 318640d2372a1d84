import { describe, expect, it } from 'vitest'
import { type AppStatus, initialStatus, noticesFor } from './app-status.ts'

const built = { version: 'v2.0-395', debug: false }
const newer = { latest: 'v2.0-396', minimum: 'v2.0-390' }
const same = { latest: 'v2.0-395', minimum: 'v2.0-390' }
const statusWith = (with_: Partial<AppStatus> = {}): AppStatus => ({
  ...initialStatus(true, false, 0),
  ...with_,
})
const nothing = { notice: null, mayGoOn: true, banner: null, prompt: false }

it('shows nothing while there is nothing to report', () => {
  expect(noticesFor(statusWith(), built)).toEqual(nothing)
  expect(noticesFor(statusWith({ newest: same }), built)).toEqual(nothing)
})

describe('the update prompt', () => {
  it('is shown if the latest version differs from the built one', () => {
    expect(noticesFor(statusWith({ newest: newer }), built).prompt).toBe(true)
  })
  it('is also shown after a rollback: the version only has to differ', () => {
    const back = { latest: 'v2.0-394', minimum: 'v2.0-390' }
    expect(noticesFor(statusWith({ newest: back }), built).prompt).toBe(true)
  })
  it('is not shown by a DEBUG build', () => {
    expect(noticesFor(statusWith({ newest: newer }), { ...built, debug: true })).toEqual(nothing)
  })
  it('is hidden while postponed', () => {
    expect(noticesFor(statusWith({ newest: newer, postponed: true }), built).prompt).toBe(false)
  })
})

describe('“Versione non aggiornata”', () => {
  it('is shown after an update that loaded the old build again, which may still be used', () => {
    const shown = noticesFor(statusWith({ newest: newer, afterUpdate: true }), built)
    expect(shown).toMatchObject({ notice: 'outdated', mayGoOn: true, prompt: false })
    expect(
      noticesFor(statusWith({ newest: newer, afterUpdate: true, postponed: true }), built).notice,
    ).toBeNull()
  })
  it('is not shown after an update that worked', () => {
    expect(noticesFor(statusWith({ newest: same, afterUpdate: true }), built)).toEqual(nothing)
  })
  it.each([
    ['the build is older than the server answers', { newest: { latest: 'v2.0-400', minimum: 'v2.0-396' } }],
    ['the server has refused a call', { refused: true }],
  ])('for good when %s', (_why, with_) => {
    const shown = noticesFor(statusWith({ ...with_, postponed: true, maintenance: true }), built)
    expect(shown).toMatchObject({ notice: 'outdated', mayGoOn: false })
  })
})

describe('“Dashboard in manutenzione”', () => {
  it('is shown when the version check fails', () => {
    expect(noticesFor(statusWith({ maintenance: true, lostSince: 1 }), built)).toMatchObject({
      notice: 'maintenance',
      banner: null,
    })
  })
  it('is shown when the user is under maintenance', () => {
    expect(noticesFor(statusWith({ flagged: true }), built).notice).toBe('maintenance')
  })
  it('is not shown when the browser is offline', () => {
    expect(noticesFor(statusWith({ maintenance: true, online: false, lostSince: 1 }), built)).toMatchObject({
      notice: null,
      banner: 'offline',
    })
  })
})

it('shows “unreached” when requests fail although the browser reports to be online', () => {
  expect(noticesFor(statusWith({ lostSince: 1 }), built)).toEqual({ ...nothing, banner: 'unreached' })
})
