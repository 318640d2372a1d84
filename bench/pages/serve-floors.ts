import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

/** Serves these pages on this machine, compressed as Saldo's are, and without anything else. */
export async function serveFloors(pages: Record<string, string>): Promise<{ url: string; stop: () => void }> {
  const compressed = new Map(Object.entries(pages).map(([path, page]) => [path, gzipSync(page)]))
  const server = createServer((request, response) => {
    const page = compressed.get(request.url ?? '')
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' }
    if (page) response.writeHead(200, headers).end(page)
    else response.writeHead(404).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() }
}
