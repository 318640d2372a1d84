import { connect, createServer, type Socket } from 'node:net'

const READY = 'Z'.charCodeAt(0)
const IDLE = 'I'.charCodeAt(0)
const TERMINATE = 'X'.charCodeAt(0)

type Backend = { socket: Socket; client: Socket | null }

/**
 * A stand-in for PgBouncer in transaction mode, before the PostgreSQL of `url`: between two transactions a client's
 * connection belongs to the pool. Clients sign in at PostgreSQL itself. `takes`: the connection that was given back last,
 * or the one that waits longest. Returns the address that leads through it.
 */
export async function startTransactionPooler(
  url: string,
  takes: 'newest' | 'oldest',
): Promise<{ url: string; stop: () => void }> {
  const target = new URL(url)
  const idle: Backend[] = []
  const sockets = new Set<Socket>()
  const take = () => (takes === 'newest' ? idle.pop() : idle.shift())

  const pooler = createServer((client) => {
    const own: Backend = { socket: connect(Number(target.port), target.hostname), client }
    let backend: Backend | undefined = own
    for (const socket of [client, own.socket]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    own.socket.on('data', follow(own))
    client.on('data', (sent) => {
      if (sent[0] === TERMINATE) return void client.end()
      if (!backend?.client || backend.client !== client) backend = take()
      if (!backend) return void client.destroy()
      backend.client = client
      backend.socket.write(sent)
    })
  })

  /** Passes a backend's answers on, and takes it back into the pool when it is ready outside a transaction. */
  function follow(backend: Backend) {
    let left = Buffer.alloc(0)
    return (sent: Buffer) => {
      backend.client?.write(sent)
      left = Buffer.concat([left, sent])
      while (left.length >= 5 && left.length >= 1 + left.readInt32BE(1)) {
        const length = 1 + left.readInt32BE(1)
        if (left[0] === READY && left[5] === IDLE) {
          backend.client = null
          idle.push(backend)
        }
        left = left.subarray(length)
      }
    }
  }

  await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve))
  const { port } = pooler.address() as { port: number }
  target.port = String(port)
  const through = target.href
  target.port = new URL(url).port
  return {
    url: through,
    stop: () => {
      pooler.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
