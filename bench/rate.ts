import { Agent, get } from 'node:http'

const payers = 16

/** Requests per second that a server answers to 16 parallel clients, over `seconds`; throws on any answer but 200. */
export async function rateOf(
  urls: string[],
  headers: Record<string, string>,
  seconds: number,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: payers })
  const end = performance.now() + seconds * 1000
  let answered = 0
  const start = performance.now()
  const client = async (first: number) => {
    for (let n = first; performance.now() < end; n += payers) {
      await read(urls[n % urls.length] as string, headers, agent)
      answered += 1
    }
  }
  await Promise.all(Array.from({ length: payers }, (_, n) => client(n)))
  agent.destroy()
  return answered / ((performance.now() - start) / 1000)
}

/** The answer's size in bytes; the body is read and thrown away. */
export function read(url: string, headers: Record<string, string>, agent?: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers, ...(agent ? { agent } : {}) }, (reply) => {
      let bytes = 0
      reply.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      reply.on('end', () =>
        reply.statusCode === 200 ? resolve(bytes) : reject(new Error(`${reply.statusCode} ${url}`)),
      )
      reply.on('error', reject)
    })
    request.on('error', reject)
  })
}
