import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Serves these pages on this machine, uncompressed and without anything else. */
export async function serveFloors(pages: Record<string, string>): Promise<{ url: string; stop: () => void }> {
  const server = createServer((request, response) => {
    const page = pages[request.url ?? '']
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(page ?? '')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() }
}
