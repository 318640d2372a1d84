import { afterEach, describe, expect, it, vi } from 'vitest'

/** The modules as a build of this mode has them. */
async function build(mode: string) {
  vi.stubEnv('MODE', mode)
  vi.resetModules()
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
  return {
    ...(await import('./app-headers.ts')),
    ...(await import('./overlays/version-check.ts')),
  }
}
afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

const versions = {
  ...{ frontend: 'v2.0-1', frontend_b2c: 'v2.0-2', minimum: 'v1.0-1', minimum_b2c: 'v1.0-2' },
  ...{ outbox: false, environment: 'sandbox' },
}

describe('each build', () => {
  it.each([
    ['b2c', { 'app-version': 'test', 'app-edition': 'b2c' }],
    ['business', { 'app-version': 'test' }],
  ])('%s says which edition its calls come from', async (mode, headers) => {
    expect((await build(mode)).buildHeaders).toEqual(headers)
  })

  it.each([
    ['b2c', { latest: 'v2.0-2', minimum: 'v1.0-2' }],
    ['business', { latest: 'v2.0-1', minimum: 'v1.0-1' }],
  ])('%s compares itself with the versions of its own edition', async (mode, newest) => {
    const { checkVersion, readAppStatus } = await build(mode)
    vi.stubGlobal('fetch', async () => Response.json(versions))
    await checkVersion('planned')
    expect(readAppStatus().newest).toEqual(newest)
  })
})
