import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import PostalMime from 'postal-mime'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Services } from '../services.ts'
import { withApp } from '../testing/app.ts'
import { mailServer } from '../testing/mail-server.ts'
import { makeBill, makeCustomer } from '../testing/people.ts'
import { mostAttached } from './attachments.ts'
import { queueEmail } from './queue-email.ts'
import { sendEmail } from './send-email.job.ts'

const run = promisify(execFile)

describe('the mail of a bill', () => {
  it('carries the bill as PDF, which is stored with no mail', async () => {
    const { services, bill, email_id, received } = await queued()
    await sendEmail(services, { email_id })
    const [file, ...others] = await attachmentsIn(received)
    expect([file?.filename, file?.mimeType, others]).toEqual([
      `Bolletta ${bill.number}.pdf`,
      'application/pdf',
      [],
    ])
    expect(await textOf(file?.content as ArrayBuffer)).toContain(bill.number)
    const [stored] = await services.asSystem(
      (tx) => tx<{ size: number }[]>`select length(html) + length(text) as size from emails`,
    )
    expect(stored?.size).toBeLessThan(30_000)
  })

  it('carries it as it is when it leaves', async () => {
    const { services, bill, email_id, received } = await queued()
    await services.asSystem(
      (tx) => tx`update bills set description = 'Rata corretta' where bill_id = ${bill.bill_id}`,
    )
    await sendEmail(services, { email_id })
    const [file] = await attachmentsIn(received)
    expect(await textOf(file?.content as ArrayBuffer)).toContain('Rata corretta')
  })

  it('leaves without it once its link was revoked: the PDF would bring the new one', async () => {
    const { services, bill, email_id, received } = await queued()
    await services.asSystem(
      (tx) => tx`update bills set link_version = link_version + 1 where bill_id = ${bill.bill_id}`,
    )
    await sendEmail(services, { email_id })
    expect(received).toHaveLength(1)
    expect(await attachmentsIn(received)).toEqual([])
  })

  it.each([
    ['cannot be made', () => Promise.reject(new Error('no font'))],
    [
      'is too large for a mailbox',
      () =>
        Promise.resolve([
          { filename: 'a.pdf', contentType: 'application/pdf', content: Buffer.alloc(mostAttached + 1) },
        ]),
    ],
  ])('leaves without it if it %s', async (_why, make) => {
    const { services, email_id, received } = await queued()
    services.mail_attachments = { 'bill-link': make }
    await sendEmail(services, { email_id })
    expect(received).toHaveLength(1)
    expect(await attachmentsIn(received)).toEqual([])
  })
})

async function queued() {
  const server = await mailServer(() => '250 ok')
  const { services } = await withApp({ env: { SMTP_URL: server.url } })
  const customer_id = await makeCustomer(services)
  const bill = await makeBill(services, customer_id)
  await services.asSystem((tx) =>
    queueEmail(services, tx, {
      ...{ template: 'bill-link', to: 'lucia@example.it', customer_id, bill_id: bill.bill_id },
      ...{ dedupe_key: 'bill', values: {} },
    }),
  )
  return { services, bill, email_id: await onlyMail(services), received: server.received }
}

const onlyMail = async (services: Services): Promise<number> => {
  const [row] = await services.asSystem((tx) => tx<{ email_id: number }[]>`select email_id from emails`)
  return row?.email_id as number
}

/** Read by another library than the one that wrote it. */
const attachmentsIn = async ([message = '']: readonly string[]) =>
  (await PostalMime.parse(message)).attachments

async function textOf(content: ArrayBuffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'saldo-mail-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'bill.pdf')
  await writeFile(file, Buffer.from(content))
  return (await run('pdftotext', [file, '-'])).stdout
}
