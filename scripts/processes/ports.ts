import { createServer } from 'node:net'

/** The addresses on which another program may already be listening; a machine may lack IPv6. */
const ADDRESSES = ['127.0.0.1', '0.0.0.0', '::']

/** Whether a server could listen on this port, on every address of the machine. */
export async function isFree(port: number): Promise<boolean> {
  for (const address of ADDRESSES) {
    const refusal = await tryToListen(port, address)
    if (refusal === 'EADDRINUSE' || refusal === 'EACCES') return false
  }
  return true
}

/** The first of 4000, 5000 … after `port` whose neighbours are free as well, to suggest to the user. */
export async function freePortLike(port: number, neighbours: number): Promise<number> {
  for (let candidate = (Math.floor(port / 1000) + 1) * 1000; candidate < 65_000; candidate += 1000) {
    const wanted = Array.from({ length: neighbours + 1 }, (_, index) => candidate + index)
    const free = await Promise.all(wanted.map(isFree))
    if (free.every(Boolean)) return candidate
  }
  return 4000
}

function tryToListen(port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(null)))
  })
}
