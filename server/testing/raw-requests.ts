import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** The text of a request as it goes over the wire; `headers` besides the host. */
export const requestText = (line: string, headers: Record<string, string>, body = '') =>
  [
    `${line} HTTP/1.1`,
    'host: 127.0.0.1',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n')

/** Sends the text over a connection of its own, which stays open. What the server answers is thrown away. */
export async function sendRaw(url: string, text: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.resume()
  await new Promise<void>((resolve) => socket.write(text, () => resolve()))
  return socket
}

/** Sends the text and resets the connection so many milliseconds later, as a client that is gone. */
export async function sendAndReset(url: string, text: string, ms: number): Promise<void> {
  const socket = await sendRaw(url, text)
  await wait(ms)
  socket.resetAndDestroy()
}
