import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../jobs/worker.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { humanToken } from '../testing/human-token.ts'
import { signIn } from '../testing/people.ts'
import { mailboxOf, mailLimits } from './mail-limit.ts'
import { queueEmail } from './queue-email.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const mailsTo = (address: string) =>
  app.services.asSystem(
    (tx) => tx`select to_address, template from emails where lower(to_address) like ${`%${address}`}`,
  )

it.each([
  ['Lucia@Example.IT', 'lucia@example.it'],
  [' lucia+saldo@example.it ', 'lucia@example.it'],
  ['lucia+a+b@example.it.', 'lucia@example.it'],
  ['l.u.cia+x@googlemail.com', 'lucia@gmail.com'],
  ['l.u.cia@example.it', 'l.u.cia@example.it'],
  ['lucia@città.example', 'lucia@xn--citt-3na.example'],
])('%s reaches the mailbox %s', (address, mailbox) => expect(mailboxOf(address)).toBe(mailbox))

describe('mails that visitors cause', () => {
  it('of 30 registrations in the name of a stranger few are mailed, however the address is written', async () => {
    const statuses = []
    for (let n = 0; n < 30; n += 1) {
      const email = ['vittima@example.it', 'Vittima@Example.it', `vittima+${n}@example.it`][n % 3]
      const { status } = await app.call({
        method: 'POST',
        url: '/v1/users/btoc/register',
        body: {
          username: `qualcuno${n}`,
          fiscal_code: 'RSSMRA80A01H501U',
          bill_number: `B-${n}`,
          recaptcha_token: await humanToken(app.call),
          extended_info: { email },
        },
        remoteAddress: `203.0.113.${n}`,
      })
      statuses.push(status)
    }
    expect(new Set(statuses).size).toBe(1)
    await signIn(app.services, 'super_user')
    await runJobs(app.services)
    expect(await mailsTo('example.it')).toHaveLength(mailLimits.by_visitors.in_hour)
    const [withheld] = await app.services.asSystem(
      (tx) => tx`select sum(count)::int as total from withheld_mails where mailbox = 'vittima@example.it'`,
    )
    expect(withheld?.total).toBe(30 - mailLimits.by_visitors.in_hour)
    const alarms = await app.services.asSystem(
      (tx) => tx`select title from push_messages where title = 'Troppe e-mail a una casella'`,
    )
    expect(alarms).toHaveLength(1)
  })

  it('count together in parallel, and per day', async () => {
    const send = (n: number) =>
      app.services.asSystem((tx) =>
        queueEmail(app.services, tx, {
          template: 'password-recovery',
          to: `p.${'.'.repeat(n % 2)}ina@gmail.com`,
          customer_id: null,
          bill_id: null,
          dedupe_key: `parallel:${n}`,
          values: { nominative: 'Pina', user_name: 'pina', url: 'https://saldo.example/' },
        }),
      )
    await Promise.all(Array.from({ length: 30 }, (_, n) => send(n)))
    expect(await mailsTo('ina@gmail.com')).toHaveLength(mailLimits.by_visitors.in_hour)
    for (let hour = 0; hour < 4; hour += 1) {
      await app.services.asSystem(
        (tx) =>
          tx`update emails set created_at = created_at - interval '61 minutes' where mailbox = 'pina@gmail.com'`,
      )
      await Promise.all(Array.from({ length: 6 }, (_, n) => send(100 + hour * 10 + n)))
    }
    expect(await mailsTo('ina@gmail.com')).toHaveLength(mailLimits.by_visitors.in_day)
  })
})

describe('429', () => {
  it('codes that users ask for, for one mailbox, whoever asks; the visitors’ mails are not counted', async () => {
    const statuses = []
    for (let n = 0; n < mailLimits.by_users.in_hour + 4; n += 1) {
      const { headers } = await signIn(app.services, 'customer')
      const body = { email: `codici+${n}@example.it` }
      const { status, body: said } = await app.call({ method: 'POST', url: '/v1/otp/request', headers, body })
      statuses.push(status)
      if (status === 429)
        expect(said).toMatchObject({
          error: 'too_many_mails',
          error_description: expect.stringMatching(/molte e-mail/),
        })
    }
    expect(statuses.filter((status) => status !== 429)).toHaveLength(mailLimits.by_users.in_hour)
    expect(statuses.at(-1)).toBe(429)
    await app.services.asSystem((tx) =>
      queueEmail(app.services, tx, {
        template: 'password-recovery',
        to: 'codici@example.it',
        customer_id: null,
        bill_id: null,
        dedupe_key: 'not counted together',
        values: { nominative: 'Lia', user_name: 'lia', url: 'https://saldo.example/' },
      }),
    )
    expect(await mailsTo('codici@example.it')).toHaveLength(1)
  })
})
