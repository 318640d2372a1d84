import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromPackage } from '@saldo/domain/app-version'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp, withApp } from '../../testing/app.ts'
import { liveSettings } from '../../testing/live-settings.ts'
import { builtVersion, minimum, version } from '../../version.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const older = 'v1.9-999'
const ask = (url: string, appVersion?: string) =>
  app.call({ url, headers: appVersion === undefined ? {} : { 'app-version': appVersion } })

describe('GET /v1/settings/versions', () => {
  it('200: names the newest version of both builds and the oldest one that is accepted', async () => {
    const reply = await ask('/v1/settings/versions')
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      frontend: builtVersion('business'),
      frontend_b2c: builtVersion('b2c'),
      minimum,
      minimum_b2c: minimum,
      outbox: true,
      web_push: null,
      environment: 'sandbox',
    })
    expect(reply.headers['cache-control']).toBe('no-store')
  })

  it.each([
    ['sandbox', {}],
    ['develop', { ENVIRONMENT: 'develop' }],
    ['production', { ...liveSettings, ENVIRONMENT: 'develop' }],
  ])('200: the environment is %s', async (environment, env) => {
    const { call } = await withApp({ env })
    expect((await call({ url: '/v1/settings/versions' })).body).toMatchObject({ environment })
  })

  it('200: also answers a web app that is too old for all other endpoints', async () => {
    expect((await ask('/v1/settings/versions', older)).status).toBe(200)
  })
})

describe('a web app that is too old', () => {
  it.each(['/v1/city', '/v1/bills', '/oauth/token'])('426: is refused by %s', async (url) => {
    const reply = await ask(url, older)
    expect(reply.status).toBe(426)
    expect(reply.body).toMatchObject({
      error: 'app_version_too_old',
      error_description: 'Versione non aggiornata, pulire la cache del browser',
    })
  })

  it.each([minimum, version, 'v99.0-1', 'curl', '', undefined])('200: %s is accepted', async (given) => {
    expect((await ask('/v1/city', given)).status).toBe(200)
  })
})

describe('builtVersion', () => {
  const folder = `${mkdtempSync(join(tmpdir(), 'saldo-built-'))}/`
  const built = (text: string) => {
    mkdirSync(join(folder, 'b2c'), { recursive: true })
    writeFileSync(join(folder, 'b2c', 'version.json'), text)
  }

  it('is the version of the build, so that a deployment changes it', () => {
    built('{"version":"v2.0-400"}')
    expect(builtVersion('b2c', folder)).toBe('v2.0-400')
  })
  it('is the server’s own version if nothing is built', () => {
    expect(builtVersion('business', folder)).toBe(version)
  })
  it('refuses a build without a version', () => {
    built('{}')
    expect(() => builtVersion('b2c', folder)).toThrow('names no version')
  })
})

it('server and web app are released under one version', () => {
  const web = JSON.parse(readFileSync(new URL('../../../web/package.json', import.meta.url), 'utf8'))
  expect(fromPackage(web.version)).toBe(version)
})

describe('web_push', () => {
  const app = { apiKey: 'key', appId: '1:2:web:3', projectId: 'saldo', vapidKey: 'B'.repeat(87) }
  const account = { project_id: 'saldo', client_email: 'a@b.it', private_key: 'PRIVATE KEY' }
  const both = {
    FIREBASE_WEB_APP: JSON.stringify(app),
    FIREBASE_SERVICE_ACCOUNT: JSON.stringify(account),
  }

  it('200: the public identifiers where Firebase is configured, and where it may be reached', async () => {
    const { call } = await withApp({ env: both })
    const { body, headers } = await call({ url: '/v1/settings/versions' })
    expect(body).toMatchObject({ web_push: { api_key: 'key', project_id: 'saldo', vapid_key: app.vapidKey } })
    expect(JSON.stringify(body)).not.toMatch(/PRIVATE|a@b\.it/)
    expect(headers['content-security-policy']).toContain('https://fcmregistrations.googleapis.com')
  })
  it('200: null without one of the two, and no other host may be reached', async () => {
    for (const name of Object.keys(both)) {
      const { call } = await withApp({ env: { ...both, [name]: '' } })
      const { body, headers } = await call({ url: '/v1/settings/versions' })
      expect(body).toMatchObject({ web_push: null })
      expect(headers['content-security-policy']).not.toContain('googleapis')
    }
  })
})
