import { createServer, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Services } from '../services.ts'
import { withApp } from '../testing/app.ts'
import { makeBill, makeCustomer, signIn } from '../testing/people.ts'
import { postfixReport } from '../testing/sample-reports.ts'
import { mailReference } from './mail-reference.ts'
import { queueEmail } from './queue-email.ts'
import { readBounces } from './read-bounces.job.ts'

describe('the mailbox to which mails come back', () => {
  it('is read once: each report is applied, each mail is marked as read', async () => {
    const { services } = await withApp()
    const email_id = await sentTo(services, 'lucia@example.it')
    const report = postfixReport(`<${mailReference(services.env.SALDO_SECRET, email_id)}@saldo.example>`)
    const mailbox = await imapServer([report, 'Subject: Sono in ferie\n\nTorno lunedì.'])
    services.env.BOUNCE_MAILBOX_URL = mailbox.url
    await readBounces(services, {})
    expect(mailbox.seen).toEqual(new Set([1, 2]))
    await readBounces(services, {})
    const [mail] = await services.asSystem((tx) => tx`select state from emails where email_id = ${email_id}`)
    expect(mail).toMatchObject({ state: 'bounced' })
    const stored = await services.asSystem((tx) => tx`select kind from mail_bounces order by bounce_id`)
    expect(stored.map(({ kind }) => kind)).toEqual(['hard', 'unreadable'])
  })

  it('that refuses the password alarms the back office once', async () => {
    const { services } = await withApp()
    await signIn(services, 'super_user')
    const mailbox = await imapServer([], { refuses: true })
    services.env.BOUNCE_MAILBOX_URL = mailbox.url
    await readBounces(services, {})
    await readBounces(services, {})
    const alarms = await services.asSystem(
      (tx) => tx`select title, body from push_messages where metadata->>'kind' = 'mail'`,
    )
    expect(alarms.map(({ title }) => title)).toEqual(['Le e-mail respinte non si leggono'])
    expect(JSON.stringify(alarms)).not.toContain('segreta')
  })
})

async function sentTo(services: Services, to: string): Promise<number> {
  const bill = await makeBill(services, await makeCustomer(services))
  return services.asSystem(async (tx) => {
    await queueEmail(services, tx, {
      ...{ template: 'bill-link', to, customer_id: bill.customer_id, bill_id: bill.bill_id },
      ...{ dedupe_key: 'sent', values: {} },
    })
    const [row] = await tx`update emails set sent_at = now() where dedupe_key = 'sent' returning email_id`
    return row?.email_id as number
  })
}

/** A minimal IMAP4rev1 server with one folder; the mails are numbered from 1. */
async function imapServer(mails: readonly string[], { refuses = false } = {}) {
  const seen = new Set<number>()
  const answer = (socket: Socket, line: string) => {
    const [tag = '*', ...words] = line.split(' ')
    const command = words.join(' ')
    const say = (text: string) => socket.write(`${text}\r\n`)
    const uid = Number(/^UID (?:FETCH|STORE) (\d+)/i.exec(command)?.[1] ?? 0)
    if (/^CAPABILITY/i.test(command)) say('* CAPABILITY IMAP4rev1')
    else if (/^LOGIN/i.test(command) && refuses) return say(`${tag} NO [AUTHENTICATIONFAILED] no`)
    else if (/^LIST/i.test(command)) say('* LIST () "/" INBOX')
    else if (/^(SELECT|EXAMINE)/i.test(command)) {
      say(`* ${mails.length} EXISTS`)
      say('* FLAGS (\\Seen)')
      say('* OK [UIDVALIDITY 1] ok')
      say(`* OK [UIDNEXT ${mails.length + 1}] ok`)
      return say(`${tag} OK [READ-WRITE] done`)
    } else if (/^UID SEARCH/i.test(command))
      say(
        `* SEARCH ${mails
          .map((_, at) => at + 1)
          .filter((each) => !seen.has(each))
          .join(' ')}`.trimEnd(),
      )
    else if (/^UID FETCH/i.test(command)) {
      const source = Buffer.from((mails[uid - 1] ?? '').replace(/\r?\n/g, '\r\n'))
      const name = /BODY(?:\.PEEK)?(\[[^\]]*\])/i.exec(command)?.[1] ?? '[]'
      socket.write(`* ${uid} FETCH (UID ${uid} BODY${name}<0> {${source.length}}\r\n`)
      socket.write(source)
      say(')')
    } else if (/^UID STORE/i.test(command)) seen.add(uid)
    else if (/^LOGOUT/i.test(command)) {
      say('* BYE')
      say(`${tag} OK done`)
      return socket.end()
    }
    say(`${tag} OK done`)
  }
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('* OK here\r\n')
    let rest = ''
    socket.on('data', (bytes) => {
      const lines = (rest + bytes.toString()).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) answer(socket, line)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { url: `imap://saldo:segreta@127.0.0.1:${address.port}/INBOX`, seen }
}
