import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export type Front = Awaited<ReturnType<typeof openFront>>

/** A fixed address for changing servers, like a load balancer; while none serves, connections are reset. */
export async function openFront(port: number) {
  let serving: number | null = null
  const open = new Set<Socket>()
  const server = createServer((caller) => {
    if (serving === null) return void caller.destroy()
    const callee = connect({ port: serving, host: '127.0.0.1' })
    for (const [one, other] of [
      [caller, callee],
      [callee, caller],
    ] as const) {
      open.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${port}`,
    send: (to: number | null) => {
      serving = to
    },
    close: async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
