import { describe, expect, it } from 'vitest'
import { type Entrance, transactionAs } from '../db/transaction.ts'
import { mails as templates } from '../features.ts'
import { deleteExpired } from '../identity/delete-expired.job.ts'
import type { Services } from '../services.ts'
import { withApp } from '../testing/app.ts'
import { mailServer, type Replies } from '../testing/mail-server.ts'
import { makeAccount, makeBill, makeCustomer, makeSubject } from '../testing/people.ts'
import { mailReference } from './mail-reference.ts'
import { queueEmail } from './queue-email.ts'
import { renderEmail } from './render-email.ts'
import { sendEmail } from './send-email.job.ts'

describe('a mail', () => {
  it('is queued once for repeated keys, and only if the transaction commits', async () => {
    const { services } = await withApp()
    const bill = await aBill(services)
    await services.asSystem((tx) => queueLink(services, tx, bill))
    await services.asSystem((tx) => queueLink(services, tx, bill))
    const undone = services.asSystem(async (tx) => {
      await queueLink(services, tx, { ...bill, dedupe_key: 'other' })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await mails(services)).toHaveLength(1)
    const jobs = await services.queue.boss.fetch('send-email', { batchSize: 10 })
    expect(jobs).toHaveLength(1)
  })

  it('can be queued by the holder of the bill’s link, who cannot read it', async () => {
    const { services } = await withApp()
    const bill = await aBill(services)
    const holder: Entrance<null> = {
      become: (tx) => tx`select enter('saldo_link', ${bill.customer_id}, null, ${bill.bill_id})`,
      recognise: () => null,
    }
    await transactionAs(services.sql, holder, (tx) => queueLink(services, tx, bill))
    expect(await mails(services)).toHaveLength(1)
    const reading = transactionAs(services.sql, holder, (tx) => tx`select * from emails`)
    await expect(reading).rejects.toThrow('permission denied')
  })

  it('contains the bill’s facts, escaped, as text and as HTML', async () => {
    const { services } = await withApp()
    const customer_id = await makeCustomer(services, { business_name: 'Studio <Bianchi>' })
    const account_id = await makeAccount(services, customer_id, { name: 'Condominio "Rossi" & C.' })
    const subject_id = await makeSubject(services, customer_id, {
      nominative: '<b>Lucia</b>\r\nBcc: tutti@example.it',
    })
    const bill = {
      ...(await makeBill(services, customer_id, { account_id, subject_id, due_dates: ['2099-12-15'] })),
      dedupe_key: 'facts',
    }
    await services.asSystem((tx) => queueLink(services, tx, bill))
    const [mail] = await mails(services)
    expect(mail?.subject).toBe('Da pagare 412,50\u00a0€ · Condominio "Rossi" & C.')
    expect(mail?.text).toContain('entro martedì 15 dicembre 2099')
    expect(mail?.html).not.toContain('<b>Lucia</b>')
    expect(mail?.html).toContain('&#60;b&#62;Lucia&#60;/b&#62; Bcc: tutti@example.it')
    expect(mail?.html).toContain(`href="${services.env.PUBLIC_URL}/mybill/${bill.token}"`)
    expect(mail?.text).toContain(`${services.env.PUBLIC_URL}/mybill/${bill.token}`)
    expect(mail?.reply_to).toMatch(/@example\.it$/)
  })

  it('asks first for what is due now of a bill with instalments', async () => {
    const { services } = await withApp()
    const customer_id = await makeCustomer(services)
    const account_id = await makeAccount(services, customer_id, { name: 'Via Ghibellina 41' })
    const bill = await makeBill(services, customer_id, {
      ...{ account_id, amounts: [11_250, 10_000, 10_000, 10_000] },
      due_dates: ['2099-01-01', '2099-04-01', '2099-07-01', '2099-10-01'],
    })
    await services.asSystem((tx) => queueLink(services, tx, { ...bill, dedupe_key: 'first' }))
    const [mail] = await mails(services)
    expect(mail?.subject).toBe('Da pagare ora 112,50\u00a0€ · in tutto 412,50\u00a0€ · Via Ghibellina 41')
    expect(mail?.text).toContain(
      'Da pagare ora 112,50\u00a0€\nentro giovedì 1 gennaio 2099 · in tutto 412,50\u00a0€\n',
    )
  })

  it.each(['bill-link', 'receipt', 'debit-failed'] as const)(
    '%s is refused when a value is missing',
    async (template) => {
      await expect(renderEmail(templates[template], {})).rejects.toThrow('the mail has no')
    },
  )
})

describe('sending a mail', () => {
  it('without a mail server keeps it as not sent, readable, and does not send it when there is one later', async () => {
    const { services } = await withApp()
    const { email_id } = await queued(services)
    await sendEmail(services, { email_id })
    const [mail] = await mails(services)
    expect(mail).toMatchObject({ sent_at: null, refused_at: null, tries: 0 })
    expect(mail?.kept_at).not.toBeNull()
    expect(mail?.html).toContain('Guarda e paga')
    const server = await mailServer(() => '250 ok')
    services.env.SMTP_URL = server.url
    await sendEmail(services, { email_id })
    expect(server.received).toEqual([])
    expect((await mails(services))[0]).toMatchObject({ sent_at: null, kept_at: mail?.kept_at })
  })

  it('passes it to the mail server once, with its own Message-ID', async () => {
    const server = await mailServer(() => '250 ok')
    const { services } = await withApp({ env: { SMTP_URL: server.url } })
    const { email_id, bill } = await queued(services)
    await sendEmail(services, { email_id })
    await sendEmail(services, { email_id })
    expect(server.received).toHaveLength(1)
    const [message = ''] = server.received
    expect(message).toContain(`Message-ID: <${mailReference(services.env.SALDO_SECRET, email_id)}@localhost>`)
    expect(message).toMatch(/^To: lucia\d+@example\.it/m)
    expect(message).toMatch(/^Reply-To: studio\d+@example\.it/m)
    expect(message.replace(/=\r?\n/g, '').replaceAll('=3D', '=')).toContain(`/mybill/${bill.token}`)
  })

  it.each(['250 ok', '550 5.1.1 no such user'])(
    'blanks a mail that signs in, once it has left or never will: %s',
    async (toAddress) => {
      const server = await mailServer(() => '250 ok', { toAddress })
      const { services } = await withApp({ env: { SMTP_URL: server.url } })
      const { email_id, token } = await queuedRecovery(services)
      await sendEmail(services, { email_id })
      if (toAddress === '250 ok')
        expect(server.received[0]?.replace(/=\r?\n/g, '')).toContain(`/#/auth/recovery/${token}`)
      expect((await mails(services))[0]).toMatchObject({ html: '', text: '' })
      const jobs = await services.queue.boss.findJobs('send-email')
      expect(jobs.length).toBeGreaterThan(0)
      expect(JSON.stringify(jobs)).not.toContain(token)
    },
  )

  it('keeps one readable without a mail server, until its link has lapsed', async () => {
    const { services } = await withApp()
    const { email_id, token } = await queuedRecovery(services)
    await sendEmail(services, { email_id })
    await deleteExpired(services, {})
    expect((await mails(services))[0]?.text).toContain(token)
    await services.asSystem((tx) => tx`update emails set created_at = now() - interval '61 minutes'`)
    await deleteExpired(services, {})
    expect((await mails(services))[0]).toMatchObject({ html: '', text: '', refused_at: null })
  })

  it('gives up one that has lapsed before it left, and sends nothing', async () => {
    const server = await mailServer(() => '250 ok')
    const { services } = await withApp({ env: { SMTP_URL: server.url } })
    const { email_id } = await queuedRecovery(services)
    await services.asSystem((tx) => tx`update emails set created_at = now() - interval '61 minutes'`)
    await deleteExpired(services, {})
    await sendEmail(services, { email_id })
    expect(server.received).toEqual([])
    expect((await mails(services))[0]).toMatchObject({
      html: '',
      text: '',
      sent_at: null,
      refused_at: expect.any(String),
    })
  })

  it.each([undefined, 'bounce@saldo.example'])(
    'reaches one address, and no value adds a header; return path %s',
    async (MAIL_RETURN_PATH) => {
      const server = await mailServer(() => '250 ok')
      const { services } = await withApp({
        env: { SMTP_URL: server.url, ...(MAIL_RETURN_PATH && { MAIL_RETURN_PATH }) },
      })
      const { email_id } = await queued(services)
      const hostile = {
        subject: 'Rata\r\nBcc: tutti@example.it\r\n\r\n<p>=?utf-8?q?=0D=0ABcc:_b=40example.it?=',
        reply_to: 'studio@example.it\r\nBcc: tutti@example.it',
      }
      await services.asSystem((tx) => tx`update emails set ${tx(hostile)} where email_id = ${email_id}`)
      await sendEmail(services, { email_id })
      expect(server.recipients).toEqual([expect.stringMatching(/^<lucia1@example\.it>/)])
      const headers = (server.received[0] ?? '').split('\r\n\r\n')[0] ?? ''
      expect(namesOf(headers)).toEqual(expect.arrayContaining(['subject', 'reply-to', 'to']))
      expect(namesOf(headers)).not.toContain('bcc')

      for (const to_address of [
        'lucia@example.it, "x" <tutti@example.it>',
        'lucia@example.it\r\nBcc: tutti@example.it',
      ]) {
        const again = { to_address, sent_at: null, dedupe_key: to_address }
        await services.asSystem((tx) => tx`update emails set ${tx(again)} where email_id = ${email_id}`)
        await sendEmail(services, { email_id })
      }
      expect(server.recipients.filter((recipient) => /<tutti@/.test(recipient))).toEqual([])
      for (const message of server.received) expect(namesOf(message)).not.toContain('bcc')
    },
  )

  it('retries later if the server is busy, with the same Message-ID', async () => {
    let busy = true
    const server = await mailServer(() => (busy ? '451 later' : '250 ok'))
    const { services } = await withApp({ env: { SMTP_URL: server.url } })
    const { email_id } = await queued(services)
    await sendEmail(services, { email_id })
    const [waiting] = await mails(services)
    expect(waiting).toMatchObject({ sent_at: null, refused_at: null, claimed_at: null, tries: 1 })
    expect(waiting?.last_error).toContain('451')
    busy = false
    await sendEmail(services, { email_id })
    const [sent] = await mails(services)
    expect(sent?.sent_at).not.toBeNull()
    expect(sent?.last_error).toBeNull()
    const identities = server.received.map((message) => /^Message-ID: .*$/m.exec(message)?.[0])
    expect(new Set(identities).size).toBe(1)
  })

  it('gives up at once on an address that is refused for good, and stores the reason', async () => {
    const server = await mailServer(() => '250 ok', { toAddress: '550 no such user' })
    const { services } = await withApp({ env: { SMTP_URL: server.url } })
    const { email_id } = await queued(services)
    await sendEmail(services, { email_id })
    await sendEmail(services, { email_id })
    const [mail] = await mails(services)
    expect(mail).toMatchObject({ sent_at: null, tries: 1 })
    expect(mail?.refused_at).not.toBeNull()
    expect(mail?.last_error).toContain('550')
  })

  it.each([
    ['of the sign-in', 'sign_in', { toSignIn: '535 5.7.8 bad credentials' }],
    ['of the sender', 'sender', { toSender: '553 5.7.1 sender rejected' }],
    ['of relaying', 'sender', { toAddress: '554 5.7.1 relay access denied' }],
  ])('a fault %s keeps the mail, and is noted for the back office', async (_, fault, replies) => {
    const faulty: Replies = { ...replies }
    const server = await mailServer(() => '250 ok', faulty)
    const { services } = await withApp({ env: { SMTP_URL: server.url.replace('//', '//saldo:secret@') } })
    const { email_id } = await queued(services)
    await sendEmail(services, { email_id })
    await sendEmail(services, { email_id })
    expect((await mails(services))[0]).toMatchObject({ sent_at: null, refused_at: null, tries: 2 })
    expect(await faultsOf(services)).toEqual([{ fault, times: 2 }])
    for (const key of Object.keys(faulty) as (keyof Replies)[]) delete faulty[key]
    await sendEmail(services, { email_id })
    expect((await mails(services))[0]?.sent_at).not.toBeNull()
  })

  it('a server that is away is a fault from the third failure of a mail', async () => {
    const server = await mailServer(() => '451 later')
    const { services } = await withApp({ env: { SMTP_URL: server.url } })
    const { email_id } = await queued(services)
    for (const faults of [0, 0, 1]) {
      await sendEmail(services, { email_id })
      expect(await faultsOf(services)).toHaveLength(faults)
    }
  })

  it('is tried for as long as it takes', async () => {
    const server = await mailServer(() => '451 later')
    const { services } = await withApp({ env: { SMTP_URL: server.url } })
    const { email_id } = await queued(services)
    await services.asSystem((tx) => tx`update emails set tries = 500 where email_id = ${email_id}`)
    await sendEmail(services, { email_id })
    expect((await mails(services))[0]).toMatchObject({ refused_at: null, tries: 501 })
  })

  it('leaves it to the process that has claimed it, and takes over if that process dies', async () => {
    const server = await mailServer(() => '250 ok')
    const { services } = await withApp({ env: { SMTP_URL: server.url } })
    const { email_id } = await queued(services)
    await services.asSystem((tx) => tx`update emails set claimed_at = now() where email_id = ${email_id}`)
    await sendEmail(services, { email_id })
    expect((await mails(services))[0]).toMatchObject({ sent_at: null, tries: 0 })
    await services.asSystem(
      (tx) => tx`update emails set claimed_at = now() - interval '3 minutes' where email_id = ${email_id}`,
    )
    await sendEmail(services, { email_id })
    expect((await mails(services))[0]?.sent_at).not.toBeNull()
  })
})

type Bill = Awaited<ReturnType<typeof makeBill>> & { dedupe_key: string }

async function aBill(services: Services): Promise<Bill> {
  return { ...(await makeBill(services, await makeCustomer(services))), dedupe_key: 'once' }
}

const queueLink = (services: Services, tx: Parameters<typeof queueEmail>[1], bill: Bill) =>
  queueEmail(services, tx, {
    template: 'bill-link',
    to: 'lucia1@example.it',
    customer_id: bill.customer_id,
    bill_id: bill.bill_id,
    dedupe_key: bill.dedupe_key,
    values: {},
  })

async function queued(services: Services) {
  const bill = await aBill(services)
  await services.asSystem((tx) => queueLink(services, tx, bill))
  const [mail] = await mails(services)
  return { bill, email_id: mail?.email_id as number }
}

/** The names of headers, each once for each time that it stands there. */
const namesOf = (message: string) =>
  message.split('\r\n').flatMap((line) => /^([\w-]+):/.exec(line)?.[1]?.toLowerCase() ?? [])

const mails = (services: Services) => services.asSystem((tx) => tx`select * from emails order by email_id`)

/** The faults of which the back office is told (server/features/operations). */
const faultsOf = (services: Services) =>
  services.asSystem((tx) => tx<{ fault: string; times: number }[]>`select fault, times from mail_faults`)

/** A mail with a link by which its reader chooses a new password. */
async function queuedRecovery(services: Services) {
  const token = 'Ab-_'.repeat(10)
  const url = `${services.env.PUBLIC_URL}/#/auth/recovery/${token}`
  await services.asSystem((tx) =>
    queueEmail(services, tx, {
      template: 'password-recovery',
      to: 'lucia@example.it',
      customer_id: null,
      bill_id: null,
      dedupe_key: 'recovery',
      values: { nominative: 'Lucia', user_name: 'lucia', url },
    }),
  )
  return { email_id: (await mails(services))[0]?.email_id as number, token }
}
