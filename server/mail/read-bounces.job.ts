import { createHash } from 'node:crypto'
import { ImapFlow } from 'imapflow'
import { emit } from '../events.ts'
import type { JobHandler } from '../jobs/jobs.ts'
import type { Services } from '../services.ts'
import { applyReport } from './apply-report.ts'
import { readReports } from './read-report.ts'

/** One run reads so many mails; the next run reads on. */
const mostMails = 200
/** A report is small; of a larger mail the beginning is read. */
const mostBytes = 1024 * 1024

/**
 * Reads the mails that came back to BOUNCE_MAILBOX_URL since the last run, and marks them as read when they are stored. A
 * mailbox that cannot be read alarms the back office.
 */
export const readBounces: JobHandler<'read-bounces'> = async (services) => {
  const { BOUNCE_MAILBOX_URL } = services.env
  if (!BOUNCE_MAILBOX_URL) return
  const client = clientOf(BOUNCE_MAILBOX_URL)
  // Errors also come from connect() and the calls below; without a listener they would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    await readMailbox(services, client, decodeURIComponent(new URL(BOUNCE_MAILBOX_URL).pathname.slice(1)))
    await client.logout()
  } catch (error) {
    const fault = (error as { authenticationFailed?: boolean }).authenticationFailed
      ? 'sign_in'
      : 'connection'
    services.log.warn({ fault, code: (error as { code?: string }).code }, 'mailbox of bounces not read')
    await services.asSystem((tx) => emit(services, tx, 'bounces_unread', { fault }))
  } finally {
    client.close()
  }
}

function clientOf(url: string): ImapFlow {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'imaps:'
  return new ImapFlow({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : secure ? 993 : 143,
    secure,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 60_000,
  })
}

async function readMailbox(services: Services, client: ImapFlow, folder: string): Promise<void> {
  const lock = await client.getMailboxLock(folder)
  try {
    const unread = (await client.search({ seen: false }, { uid: true })) || []
    for (const uid of unread.slice(0, mostMails)) {
      const mail = await client.fetchOne(
        String(uid),
        { source: { start: 0, maxLength: mostBytes } },
        { uid: true },
      )
      const source = mail ? mail.source : undefined
      if (source) await storeReports(services, source)
      await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
    }
  } finally {
    lock.release()
  }
}

/** Each report has a key of what it says, so that a mail that is read twice is stored once. */
export async function storeReports(services: Services, source: Buffer): Promise<void> {
  const key = createHash('sha256').update(source).digest('hex')
  const reports = await readReports(source)
  await services.asSystem(async (tx) => {
    for (const [place, report] of reports.entries())
      await applyReport(services, tx, { source: 'mailbox', event_key: `${key}:${place}` }, report)
  })
}
