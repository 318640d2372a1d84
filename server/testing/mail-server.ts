import { createServer } from 'node:net'
import { onTestFinished } from 'vitest'

/** What a mail server answers to the sign-in, to the sender and to the recipient. */
export type Replies = { toSignIn?: string; toSender?: string; toAddress?: string }

/**
 * A minimal mail server, until the test ends: `toMessage` is its reply to the message. `received` are the messages,
 * `recipients` the addresses to which they were to go, as the envelope has them.
 */
export async function mailServer(toMessage: () => string | Promise<string>, replies: Replies = {}) {
  const received: string[] = []
  const recipients: string[] = []
  const server = createServer((socket) => {
    let message: string | null = null
    const say = (line: string) => socket.write(`${line}\r\n`)
    say('220 here')
    let rest = ''
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      const lines = (rest + bytes.toString()).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (message !== null && line !== '.') message += `${line}\r\n`
        else if (message !== null) {
          received.push(message)
          message = null
          void Promise.resolve(toMessage()).then(say)
        } else if (/^AUTH/i.test(line)) say(replies.toSignIn ?? '235 ok')
        else if (/^MAIL/i.test(line)) say(replies.toSender ?? '250 ok')
        else if (/^RCPT/i.test(line)) {
          recipients.push(line.slice('RCPT TO:'.length))
          say(replies.toAddress ?? '250 ok')
        } else if (/^DATA/i.test(line)) {
          message = ''
          say('354 go on')
        } else if (/^EHLO/i.test(line)) {
          // Without it nobody signs in.
          socket.write('250-here\r\n250 AUTH PLAIN\r\n')
        } else if (/^QUIT/i.test(line)) {
          say('221 bye')
          socket.end()
        } else say('250 ok')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { url: `smtp://127.0.0.1:${address.port}`, received, recipients }
}
