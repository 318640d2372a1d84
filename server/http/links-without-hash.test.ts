import { describe, expect, it } from 'vitest'
import { withApp } from '../testing/app.ts'

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

describe('GET of a link of the app that was written without #', () => {
  it('302: a browser is sent to it, in its edition, and the log has nothing of what it carries', async () => {
    const lines: string[] = []
    const { app } = await withApp({
      ...{ env: { LOG_LEVEL: 'debug' }, log_to: { write: (line: string) => void lines.push(line) } },
    })
    for (const [url, location] of [
      ['/web/sso/SecretToken', '/#/web/sso/SecretToken'],
      ['/web/sso/SecretToken/?to=%2Fbollette', '/#/web/sso/SecretToken/?to=%2Fbollette'],
      ['/b2c/web/sso/SecretToken', '/b2c/#/web/sso/SecretToken'],
      [
        '/web/checkout/anna/Secret%2FWord%23/SecretToken',
        '/#/web/checkout/anna/Secret%2FWord%23/SecretToken',
      ],
      ['/auth/checkout/anna/SecretWord/SecretToken', '/#/auth/checkout/anna/SecretWord/SecretToken'],
      ['/b2c/auth/checkout/anna/SecretWord/SecretToken', '/b2c/#/auth/checkout/anna/SecretWord/SecretToken'],
      ['/checkout-result/SecretToken', '/#/checkout-result/SecretToken'],
      ['/b2c/checkout-result/SecretToken', '/b2c/#/checkout-result/SecretToken'],
      ['/web', '/#/web'],
      ['/auth/login', '/#/auth/login'],
      ['/auth//evil.example', '/#/auth//evil.example'],
    ] as const) {
      const reply = await app.inject({ url, headers: browser })
      expect([url, reply.statusCode, reply.headers.location]).toEqual([url, 302, location])
      expect(reply.headers['cache-control']).toBe('no-store')
      expect(reply.headers['referrer-policy']).toBe('no-referrer')
    }
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.filter((line) => line.includes('Secret'))).toEqual([])
  })

  it('404: for programs, for other methods, and for addresses that are none of these', async () => {
    const { app } = await withApp()
    for (const headers of [{}, { accept: 'application/json' }, { accept: '*/*' }]) {
      const reply = await app.inject({ url: '/web/sso/SecretToken', headers })
      expect([reply.statusCode, reply.json().error]).toEqual([404, 'not_found'])
    }
    expect((await app.inject({ method: 'POST', url: '/web/sso/x', headers: browser })).statusCode).toBe(404)
    for (const url of ['/website/x', '/authentic', '/checkout-result', '/b2c/webb', '/v1/web/sso/x'])
      expect([url, (await app.inject({ url, headers: browser })).statusCode]).toEqual([url, 404])
  })
})
