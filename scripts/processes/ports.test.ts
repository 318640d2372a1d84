import { createServer, type Server } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { freePortLike, isFree } from './ports.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((done) => server.close(done))
})

function listen(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    servers.push(server)
    server.listen(port, host, () => resolve((server.address() as { port: number }).port))
  })
}

describe('isFree', () => {
  it('is false while another program listens, even on loopback only', async () => {
    expect(await isFree(await listen(0, '127.0.0.1'))).toBe(false)
  })

  it('is true again once that program has stopped', async () => {
    const port = await listen(0, '127.0.0.1')
    await new Promise((done) => servers.pop()?.close(done))
    expect(await isFree(port)).toBe(true)
  })
})

it('freePortLike suggests a port whose neighbours are free too', async () => {
  const suggested = await freePortLike(23_456, 2)
  expect(suggested).toBeGreaterThan(23_456)
  expect(suggested % 1000).toBe(0)
  await listen(suggested + 2, '127.0.0.1')
  expect(await freePortLike(23_456, 2)).toBeGreaterThan(suggested)
})
