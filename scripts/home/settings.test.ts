import { isAbsolute } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSettings, SettingsError } from './settings.ts'

const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

describe('readSettings', () => {
  it('starts everything by default', () => {
    const settings = readSettings({})
    expect(settings).toMatchObject({ port: 3000, sandbox_port: 3001, postgres_port: 3002, pages_port: 3003 })
    expect(settings).toMatchObject({ own_postgres: true, own_sandbox: true, demo: true })
    expect(isAbsolute(settings.home)).toBe(true)
  })

  it('takes an empty setting for an unset one', () => {
    expect(readSettings({ PORT: '', SALDO_HOME: '', DATABASE_URL: '' })).toEqual(readSettings({}))
  })

  it.each(['abc', '0', '-1', '3.5', '70000', '65533', ' 80'])('refuses PORT=%s', (PORT) => {
    expect(() => readSettings({ PORT })).toThrow(SettingsError)
    expect(() => readSettings({ PORT })).toThrow(PORT)
  })

  it("starts no database beside the user's own, and puts no demo in it", () => {
    const settings = readSettings({ DATABASE_URL: 'postgres://elsewhere/saldo' })
    expect(settings).toMatchObject({ own_postgres: false, own_sandbox: true, demo: false })
  })

  it('starts no sandbox beside the real Stripe', () => {
    expect(readSettings(stripe)).toMatchObject({ own_postgres: true, own_sandbox: false, demo: false })
  })

  it('refuses half a Stripe account, and names what is missing', () => {
    expect(() => readSettings({ STRIPE_SECRET_KEY: 'sk_test_1' })).toThrow(
      'STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET',
    )
    expect(() => readSettings({ ...stripe, STRIPE2_SECRET_KEY: 'sk_test_2' })).toThrow(
      'STRIPE2_PUBLISHABLE_KEY',
    )
  })

  it('leaves the demo out if asked', () => {
    expect(readSettings({ DEMO: '0' }).demo).toBe(false)
  })

  it('uses the address on which the server listens, and loopback if it listens on all', () => {
    expect(readSettings({ HOST: '0.0.0.0' }).server_url).toBe('http://127.0.0.1:3000')
    expect(readSettings({ HOST: '192.168.1.5', PORT: '4000' }).server_url).toBe('http://192.168.1.5:4000')
    expect(readSettings({ HOST: '::1' }).server_url).toBe('http://[::1]:3000')
  })
})
