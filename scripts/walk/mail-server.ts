import { createServer, type Socket } from 'node:net'

/** How the mail server answers now: it takes mails, or refuses in one of four ways. */
export type MailMood = 'takes' | 'refuses sign-in' | 'refuses sender' | 'is busy' | 'knows nobody'

export type MailServer = {
  url: string
  become: (mood: MailMood) => void
  /** How many mails it has refused in its present mood. */
  refused: () => number
  /** The text of the newest mail to this address. Undefined: none came. */
  to: (address: string) => string | undefined
  stop: () => Promise<void>
}

const answers: Record<MailMood, { auth?: string; from?: string; to?: string }> = {
  takes: {},
  'refuses sign-in': { auth: '535 5.7.8 Authentication credentials invalid' },
  'refuses sender': { from: '553 5.7.1 Sender address rejected: not owned by user' },
  'is busy': { to: '451 4.7.1 Greylisted, try again later' },
  'knows nobody': { to: '550 5.1.1 User unknown' },
}

/** A mail server on loopback: as much of SMTP (RFC 5321) as sending takes, with sign-in. */
export async function startMailServer(): Promise<MailServer> {
  const mails: { to: string; text: string }[] = []
  const sockets = new Set<Socket>()
  let mood: MailMood = 'takes'
  let refused = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    const say = (line: string) => {
      if (/^[45]/.test(line)) refused += 1
      socket.write(`${line}\r\n`)
    }
    say('220 mail.example ESMTP')
    let rest = ''
    let recipient = ''
    let message: string[] | null = null
    socket.setEncoding('utf8').on('data', (text) => {
      const lines = (rest + text).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (message) {
          if (line !== '.') {
            message.push(line)
            continue
          }
          mails.push({ to: recipient, text: readable(message.join('\n')) })
          message = null
          say('250 2.0.0 taken')
        } else if (/^EHLO/i.test(line)) socket.write('250-mail.example\r\n250 AUTH PLAIN\r\n')
        else if (/^AUTH/i.test(line)) say(answers[mood].auth ?? '235 2.7.0 welcome')
        else if (/^MAIL/i.test(line)) say(answers[mood].from ?? '250 2.1.0 ok')
        else if (/^RCPT/i.test(line)) {
          recipient = /<(.*?)>/.exec(line)?.[1] ?? ''
          say(answers[mood].to ?? '250 2.1.5 ok')
        } else if (/^DATA/i.test(line)) {
          message = []
          say('354 go on')
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
        else say('250 ok')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `smtp://saldo:${encodeURIComponent('parola d’ordine')}@127.0.0.1:${port}`,
    become: (next) => {
      mood = next
      refused = 0
    },
    refused: () => refused,
    to: (address) => mails.findLast(({ to }) => to === address)?.text,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Undoes quoted-printable, which breaks lines in the middle of a link. */
const readable = (message: string) =>
  message
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
