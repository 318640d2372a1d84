import postgres from 'postgres'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type TestApp, withApp } from '../../../testing/app.ts'
import { signIn } from '../../../testing/people.ts'
import type { Found } from '../checks/run-checks.ts'
import { saveFindings } from './save-findings.ts'

const minute = 60_000
const start = Date.now()
const code = 'database_indexes' as const
const look = (
  { services }: Pick<TestApp, 'services'>,
  state: Found['state'],
  minutes: number,
  of: Found['code'] = code,
) => saveFindings(services, [{ code: of, state, figure: 3 }], start + minutes * minute, [of])

const mails = ({ services }: TestApp) =>
  services.asSystem(
    (tx) => tx<{ to_address: string; subject: string; text: string }[]>`
      select to_address, subject, text from emails where template = 'operations-alarm' order by email_id`,
  )
const messages = ({ services }: TestApp) =>
  services.asSystem(
    (tx) => tx<{ title: string; body: string }[]>`
      select title, body from push_messages where metadata ->> 'kind' = 'operations' order by push_message_id`,
  )

describe('an alarm', () => {
  it('is one mail and one message under two servers at once, however long it lasts; so is the recovery', async () => {
    const ALARM_EMAIL = 'guardia@example.it'
    const one = await withApp({ env: { ALARM_EMAIL } })
    const other = await withApp({ env: { ALARM_EMAIL }, beside: one })
    await signIn(one.services, 'super_user')
    for (let minutes = 0; minutes < 60; minutes += 10)
      await Promise.all([one, other].map((server) => look(server, 'broken', minutes)))
    const [mail] = await mails(one)
    expect(await mails(one)).toHaveLength(1)
    expect(mail).toMatchObject({ to_address: ALARM_EMAIL, subject: 'Indici non validi: guasto' })
    expect(mail?.text).toContain('Ora: 3 non validi.')
    expect(mail?.text).toContain('reindex index concurrently')
    expect(mail?.text).toContain('/#/admin-management/operazioni')
    expect(await messages(one)).toHaveLength(1)
    for (let minutes = 60; minutes < 100; minutes += 10)
      await Promise.all([one, other].map((server) => look(server, 'ok', minutes)))
    expect((await mails(one)).map(({ subject }) => subject)).toEqual([
      'Indici non validi: guasto',
      'Indici non validi: di nuovo a posto',
    ])
    await look(one, 'broken', 100)
    expect(await mails(one)).toHaveLength(3)
  })

  it('goes to every active super user when no address is set', async () => {
    const app = await withApp()
    const people = [await signIn(app.services, 'super_user'), await signIn(app.services, 'super_user')]
    await signIn(app.services, 'customer')
    await look(app, 'broken', 0)
    expect(await mails(app)).toHaveLength(people.length)
  })

  it('that mails do not leave is told in the product and the log, and not by mail', async () => {
    const lines: string[] = []
    const app = await withApp({
      env: { ALARM_EMAIL: 'guardia@example.it', LOG_LEVEL: 'error' },
      log_to: { write: (line) => lines.push(line) },
    })
    await signIn(app.services, 'super_user')
    await look(app, 'broken', 0, 'mail_faults')
    expect(await mails(app)).toEqual([])
    expect(await messages(app)).toMatchObject([{ title: 'Guasti della posta: guasto' }])
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ level: 50, check: 'mail_faults', msg: 'operations alarm' }),
    )
  })

  it('whose mail cannot be stored is told in the product all the same, and to the other addresses', async () => {
    const app = await withApp({ env: { ALARM_EMAIL: 'guardia@example.it, altra@example.it' } })
    await signIn(app.services, 'super_user')
    const owner = postgres(app.database_url, { max: 1, onnotice: () => {} })
    onTestFinished(() => owner.end())
    await owner`alter table emails add check (to_address <> 'guardia@example.it')`
    await look(app, 'broken', 0)
    expect(await messages(app)).toHaveLength(1)
    expect((await mails(app)).map(({ to_address }) => to_address)).toEqual(['altra@example.it'])
    await look(app, 'broken', 10)
    expect(await messages(app)).toHaveLength(1)
  })

  it('of what needs attention waits for its patience', async () => {
    const app = await withApp({ env: { ALARM_EMAIL: 'guardia@example.it' } })
    await look(app, 'attention', 0)
    await look(app, 'attention', 29)
    expect(await mails(app)).toEqual([])
    await look(app, 'attention', 30)
    expect(await mails(app)).toHaveLength(1)
  })
})
