import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { readEnv } from './env.ts'
import { testSecret } from './testing/app.ts'
import { readTrustedProxies, trustOf } from './trusted-proxies.ts'

it.each([
  ['127.0.0.1', ['127.0.0.1']],
  ['loopback', ['loopback']],
  ['10.0.0.0/8, fd00::/8,uniquelocal', ['10.0.0.0/8', 'fd00::/8', 'uniquelocal']],
  ['::1', ['::1']],
  ['::ffff:10.0.0.0/104', ['::ffff:10.0.0.0/104']],
  ['::ffff:10.0.0.5', ['::ffff:10.0.0.5']],
  ['1', 1],
  ['2', 2],
])('TRUST_PROXY=%s trusts %j', (text, trusted) => {
  expect(readTrustedProxies(text)).toEqual(trusted)
})

it.each([
  ['true', 'trusts everybody'],
  ['*', 'trusts everybody'],
  ['0.0.0.0/0', 'trusts everybody'],
  ['127.0.0.1, ::/0', 'trusts everybody'],
  ['0.0.0.0/1,128.0.0.0/1', 'trusts everybody'],
  ['::ffff:0:0/96', 'trusts everybody'],
  ['::ffff:0:0/97', 'trusts everybody'],
  ['::FFFF:128.0.0.0/97', 'trusts everybody'],
  ['0:0:0:0:0:ffff:8000:0/103', 'trusts everybody'],
  ['::ffff:0:0/80', 'trusts everybody'],
  ['0', 'from 1 to 10'],
  ['100', 'from 1 to 10'],
  ['proxy.example', '“proxy.example” is neither an address'],
  ['10.0.0.256', 'neither an address'],
  ['10.0.0.0/33', 'neither an address'],
  ['10.0.0.0/8/8', 'neither an address'],
  ['10.0.0.0/255.0.0.0', 'neither an address'],
  ['127.0.0.1,', 'neither an address'],
  ['http://127.0.0.1', 'neither an address'],
])('TRUST_PROXY=%s is refused, also without live keys', (text, says) => {
  expect(() => readTrustedProxies(text)).toThrow(says)
  const given = {
    DATABASE_URL: 'postgres://saldo@db.example/saldo',
    SALDO_SECRET: testSecret,
    TRUST_PROXY: text,
  }
  expect(() => readEnv(given)).toThrow(/^Wrong settings\.\nTRUST_PROXY: /)
})

it.each([
  ['loopback', '127.0.0.1', '198.51.100.7'],
  ['loopback', '192.0.2.9', '192.0.2.9'],
  ['192.0.2.9', '192.0.2.9', '198.51.100.7'],
  ['1', '192.0.2.9', '198.51.100.7'],
  ['2', '192.0.2.9', '203.0.113.1'],
  [undefined, '127.0.0.1', '127.0.0.1'],
])('with TRUST_PROXY=%s a request that %s forwards is of %s', async (text, proxy, client) => {
  const app = Fastify({ trustProxy: trustOf(text ? readTrustedProxies(text) : undefined) })
  app.get('/', (request) => request.ip)
  const headers = { 'x-forwarded-for': '203.0.113.1, 198.51.100.7' }
  expect((await app.inject({ url: '/', remoteAddress: proxy, headers })).body).toBe(client)
})

it.each(['loopback', '10.0.0.0/8', '::ffff:10.0.0.0/104', 'fd00::/8, uniquelocal', '64:ff9b::/96', '::/8'])(
  'TRUST_PROXY=%s trusts no public address, in neither form',
  async (text) => {
    const app = Fastify({ trustProxy: trustOf(readTrustedProxies(text)) })
    app.get('/', (request) => request.ip)
    const headers = { 'x-forwarded-for': '203.0.113.1' }
    for (const stranger of ['8.8.8.8', '93.184.216.34', '151.1.1.1', '203.0.113.9', '2a00:1450::1'])
      for (const remoteAddress of stranger.includes(':') ? [stranger] : [stranger, `::ffff:${stranger}`])
        expect((await app.inject({ url: '/', remoteAddress, headers })).body).toBe(remoteAddress)
  },
)
