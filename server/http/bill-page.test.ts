import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { serveBillPage } from './bill-page.ts'

const files = {
  'business/index.html':
    '<!doctype html><html lang="it"><head><title>Saldo</title><template id="styles-public"><style>p{margin:0}</style></template><script id="start">start()</script></head><body><div id="root"></div><template>another</template></body></html>',
  'public-drawn/render.js':
    "export const renderBill = (token, { number }) => ({ title: '<' + number + '>', html: '<h1>' + number + '</h1>' })",
}

/** A server with such a build, whose endpoint of bills answers as told, and notes who asked it. */
async function serving(built: Partial<typeof files> = files) {
  const folder = mkdtempSync(join(tmpdir(), 'saldo-bill-page-'))
  for (const [name, content] of Object.entries(built)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  const app = Fastify({ trustProxy: true })
  // As the headers of every answer are sent (`server/app.ts`).
  app.addHook('onRequest', (_request, reply, done) => {
    reply.raw.setHeader('cross-origin-opener-policy', 'same-origin')
    done()
  })
  const asked: { token: string; ip: string }[] = []
  app.get<{ Params: { token: string } }>('/v1/mybill/:token', (request, reply) => {
    asked.push({ token: request.params.token, ip: request.ip })
    if (request.params.token === 'wrong') return reply.code(404).send({ error: 'link_not_found' })
    return { number: '2026/1', description: '</script><script>alert(1)</script>' }
  })
  await serveBillPage(app, `${folder}/`)
  onTestFinished(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })
  return { app, asked }
}

describe('GET /mybill/{token}', () => {
  it('has the bill in its HTML, with its styles, and is never kept', async () => {
    const { app } = await serving()
    const reply = await app.inject('/mybill/abc')
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(reply.body).toContain('<div id="root"><h1>2026/1</h1></div>')
    expect(reply.body).toContain('<style>p{margin:0}</style></head>')
    expect(reply.body.indexOf('start()')).toBeGreaterThan(reply.body.indexOf('id="given-bill"'))
    expect(reply.body).toContain('<html data-drawn="bill" lang="it">')
    expect(reply.body).not.toContain('another')
  })
  it('lets no text of the bill become markup', async () => {
    const { app } = await serving()
    const { body } = await app.inject('/mybill/abc')
    expect(body).toContain('<title>&lt;2026/1&gt;</title>')
    expect(body.match(/<script/g)).toHaveLength(2)
    const [, given = ''] = /id="given-bill">(.*?)<\/script>/.exec(body) ?? []
    expect(JSON.parse(given)).toMatchObject({ token: 'abc', bill: { number: '2026/1' } })
  })
  it('makes no browser change the process of the page before its first paint', async () => {
    const { app } = await serving()
    expect((await app.inject('/mybill/abc')).headers).not.toHaveProperty('cross-origin-opener-policy')
    expect((await app.inject('/v1/mybill/abc')).headers).toHaveProperty('cross-origin-opener-policy')
  })
  it('asks in the name of whoever asks for the page', async () => {
    const { app, asked } = await serving()
    await app.inject({ url: '/mybill/abc', headers: { 'x-forwarded-for': '192.0.2.7' } })
    expect(asked).toEqual([{ token: 'abc', ip: '192.0.2.7' }])
  })
  it('is the plain page when there is no bill to draw: it asks again and says why', async () => {
    const { app } = await serving()
    const reply = await app.inject('/mybill/wrong')
    expect([reply.statusCode, reply.body]).toEqual([404, files['business/index.html']])
    expect(reply.headers['cache-control']).toBe('private, no-store')
  })
  it('leads to the address after # where nothing is built to draw with', async () => {
    const { 'public-drawn/render.js': _absent, ...others } = files
    const { app } = await serving(others)
    expect((await app.inject('/mybill/a-b')).headers.location).toBe('/#/mybill/a-b')
  })
})
