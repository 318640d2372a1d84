import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { serveWebApp } from './web-app.ts'

/** A server with two small builds of the web app. */
async function serving() {
  const built = mkdtempSync(join(tmpdir(), 'saldo-built-'))
  for (const edition of ['business', 'b2c'])
    for (const name of [
      'index.html',
      'sw.js',
      'manifest.webmanifest',
      'version.json',
      'assets/main-Dx1.js',
    ]) {
      const path = join(built, edition, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, `${edition} ${name}`)
    }
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  await serveWebApp(app, `${built}/`)
  onTestFinished(async () => {
    await app.close()
    rmSync(built, { recursive: true })
  })
  return app
}

it.each([
  ['/', 'business index.html'],
  ['/sw.js', 'business sw.js'],
  ['/version.json', 'business version.json'],
  ['/b2c/', 'b2c index.html'],
  ['/b2c/sw.js', 'b2c sw.js'],
])('%s is revalidated each time', async (url, text) => {
  const reply = await (await serving()).inject(url)
  expect(reply.body).toBe(text)
  expect(reply.headers['cache-control']).toBe('no-cache')
  expect(reply.headers.etag).toBeTruthy()
})

it.each(['/assets/main-Dx1.js', '/b2c/assets/main-Dx1.js'])('%s is cached for a year', async (url) => {
  const reply = await (await serving()).inject(url)
  expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

it('/b2c serves the consumers’ page', async () => {
  const reply = await (await serving()).inject('/b2c')
  expect(reply.statusCode).toBe(302)
  expect(reply.headers.location).toBe('/b2c/')
})

it('an unchanged file is not sent again', async () => {
  const app = await serving()
  const { etag } = (await app.inject('/')).headers
  const again = await app.inject({ url: '/', headers: { 'if-none-match': etag as string } })
  expect(again.statusCode).toBe(304)
})

it('service worker and manifest have types that browsers accept', async () => {
  const app = await serving()
  expect((await app.inject('/sw.js')).headers['content-type']).toMatch(/javascript/)
  expect((await app.inject('/manifest.webmanifest')).headers['content-type']).toMatch(/manifest\+json/)
})

it('a missing file of an older build is a 404 that is not cached', async () => {
  const reply = await (await serving()).inject('/assets/main-Old.js')
  expect(reply.statusCode).toBe(404)
  expect(reply.headers['cache-control'] ?? 'no-store').not.toMatch(/max-age|immutable/)
})
