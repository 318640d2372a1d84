import type { Person } from './client.ts'
import { wants } from './client.ts'
import type { Office } from './enter.ts'
import { must, until } from './journal.ts'
import type { MailMood } from './mail-server.ts'
import type { Stage } from './stage.ts'

type Row = { tries: number; last_error: string | null; refused: boolean; sent: boolean }

/** The three faults that are not the addressee's: what the mail server says, and what Operazioni names. */
const faults: { mood: MailMood; answer: string; tries: number; seen: RegExp; title: string }[] = [
  {
    ...{ mood: 'refuses sign-in', answer: '535', tries: 1, seen: /controlla SMTP_URL/ },
    title: 'A refused sign-in (535) keeps the mail, and the back office sees why',
  },
  {
    ...{ mood: 'refuses sender', answer: '553', tries: 2, seen: /controlla MAIL_FROM/ },
    title: 'A refused sender (553) keeps the mail, and the back office sees why',
  },
  {
    ...{ mood: 'is busy', answer: '451', tries: 3, seen: /non risponde come dovrebbe/ },
    title: 'A busy server (451) keeps the mail, and from the third try the back office sees why',
  },
]

/** Activates the office while the mail server refuses in one way after the other; in the end it takes the mail. */
export async function meetMailFaults(
  stage: Stage,
  back_office: Person,
  makeOffice: () => Promise<Office>,
): Promise<Office> {
  const { journal, mail } = stage
  mail.become('refuses sign-in')
  const office = await makeOffice()
  for (const { mood, answer, tries, seen, title } of faults)
    await journal.step(title, async () => {
      mail.become(mood)
      const row = await until(`a refusal with ${answer}`, async () => {
        const found = await rowTo(stage, office.email)
        if (!found?.last_error?.includes(answer) || found.tries < tries) {
          await tryNow(stage)
          return null
        }
        return found
      })
      must(!row.refused && !row.sent, 'the mail was given up')
      await until('what is seen', async () => seen.test((await faultsSeen(back_office)).join('\n')))
    })
  await journal.step('Once the mail server takes it, the same mail arrives', async () => {
    mail.become('takes')
    await until('the mail', async () => {
      await tryNow(stage)
      return mail.to(office.email)
    })
    await until('its row', async () => (await rowTo(stage, office.email))?.sent)
  })
  await journal.step(
    'An address that does not exist (550) is final at the first try, and no fault of ours',
    async () => {
      const email = 'nessuno@example.it'
      const before = (await faultsSeen(back_office)).length
      mail.become('knows nobody')
      const body = { customer_id: office.customer_id, nominative: 'Nessuno', email }
      await wants(back_office.ask('/v1/users', { method: 'POST', body }), 200)
      const row = await until('the refusal', async () => {
        const found = await rowTo(stage, email)
        return found?.refused ? found : null
      })
      must(row.tries === 1 && row.last_error?.includes('550'), JSON.stringify(row))
      mail.become('takes')
      await tryNow(stage)
      must((await faultsSeen(back_office)).length === before, 'it counts as a fault of ours')
      must(mail.to(email) === undefined, 'it was mailed all the same')
    },
  )
  return office
}

/** Waits for no backoff: the next try of each mail is due now. */
const tryNow = ({ database }: Stage) =>
  database.sql`update pgboss.job set start_after = now() where name = 'send-email' and state in ('created', 'retry')`

async function rowTo({ database }: Stage, address: string): Promise<Row | undefined> {
  const [row] = await database.sql<Row[]>`
    select tries, last_error, refused_at is not null as refused, sent_at is not null as sent
    from emails where to_address = ${address} order by email_id desc limit 1`
  return row
}

/** What the back office reads of the faults of the mail server, on the page Operazioni. */
async function faultsSeen(person: Person): Promise<string[]> {
  const { checks } = await wants<{ checks: { code: string; parts: { note: string }[] }[] }>(
    person.ask('/v1/operations/check', { method: 'POST' }),
    200,
  )
  return checks.find(({ code }) => code === 'mail_faults')?.parts.map(({ note }) => note) ?? []
}
