import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import type { Readable } from 'node:stream'

/**
 * Scans a file with clamd (its INSTREAM command: https://docs.clamav.net/manual/Usage/Scanning.html). `url` is
 * `clamd://host:3310`, or `clamd:///run/clamav/clamd.ctl` for its local socket. Throws when it does not answer, or
 * answers anything but clean or infected: a file that was not scanned does not count as clean.
 */
export async function scanWithClamd(url: string, file: Readable): Promise<'clean' | 'infected'> {
  const socket = connect(url)
  try {
    const said = answerOf(socket)
    // An error while writing is handled below, when the reply is read.
    said.catch(() => {})
    await write(socket, Buffer.from('zINSTREAM\0'))
    for await (const chunk of file) await write(socket, framed(chunk as Buffer))
    await write(socket, framed(Buffer.alloc(0)))
    const answer = await said
    if (/\bFOUND$/.test(answer)) return 'infected'
    if (/\bOK$/.test(answer)) return 'clean'
    throw new Error(`clamd: ${answer.slice(0, 200)}`)
  } finally {
    file.destroy()
    socket.destroy()
  }
}

/** Asks clamd whether it is there (PING). Throws when it is not, or answers something else. */
export async function pingClamd(url: string): Promise<void> {
  const socket = connect(url, 5_000)
  try {
    const said = answerOf(socket)
    said.catch(() => {})
    await write(socket, Buffer.from('zPING\0'))
    if ((await said) !== 'PONG') throw new Error('clamd does not say PONG')
  } finally {
    socket.destroy()
  }
}

function connect(url: string, patience = timeoutMs): Socket {
  const { hostname, port, pathname } = new URL(url)
  const socket = createConnection(
    hostname ? { host: hostname, port: Number(port || 3310) } : { path: decodeURIComponent(pathname) },
  )
  socket.setTimeout(patience, () => socket.destroy(new Error('clamd does not answer')))
  return socket
}
const timeoutMs = 60_000

/** A chunk with its length in front; an empty one ends the file. */
function framed(chunk: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(chunk.length)
  return Buffer.concat([length, chunk])
}

/** Waits while the scanner is slower than the file. Throws if the scanner has closed the connection. */
async function write(socket: Socket, bytes: Buffer): Promise<void> {
  if (socket.destroyed) throw new Error('clamd has hung up')
  if (socket.write(bytes)) return
  const over = new AbortController()
  const { signal } = over
  try {
    await Promise.race([once(socket, 'drain', { signal }), once(socket, 'close', { signal })])
  } finally {
    over.abort()
  }
}

async function answerOf(socket: Socket): Promise<string> {
  let answer = ''
  for await (const chunk of socket) answer += (chunk as Buffer).toString('latin1')
  return answer.replace(/\0/g, '').trim()
}
