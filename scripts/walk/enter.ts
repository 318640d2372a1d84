import { Secret, TOTP } from 'otpauth'
import { ask, type Person, signIn, wants } from './client.ts'
import { must, same, until } from './journal.ts'
import type { Stage } from './stage.ts'

const backOffice = 'gestione@example.it'
const passwords = { back_office: 'sette pere nel cesto', office: 'nove mele sul tavolo' }

/** The token of an invitation, in the text of a mail or of a command. */
const invitationIn = (text: string | undefined) => /\/#\/auth\/invito\/([\w-]{22,})/.exec(text ?? '')?.[1]

/** The command, its link, the password, the authenticator app: somebody of the back office is in. */
export async function enterFirstUser(stage: Stage): Promise<Person> {
  const { journal, npm, mail, front } = stage
  const token = await journal.step('npm run first-user prints a link, and mails the same', async () => {
    const run = npm(['run', 'first-user', '--', backOffice])
    same(await run.ended, 0, run.said())
    const printed = invitationIn(run.said())
    must(printed, `no link in: ${run.said()}`)
    const mailed = await until('the mail', async () => mail.to(backOffice))
    same(invitationIn(mailed), printed, 'the link in the mail')
    return printed
  })
  await journal.step('The link sets the password, once', async () => {
    await choosePassword(stage, token, passwords.back_office)
    const again = await ask(front, `/v1/auth/recovery/${token}`)
    same(again.status, 410, 'the used link')
  })
  const person = await journal.step('The first user signs in', () =>
    signIn(front, backOffice, passwords.back_office),
  )
  await journal.step('They set up an authenticator app, and prove themselves by it', () =>
    setUpSecondStep(person),
  )
  return person
}

async function choosePassword({ front }: Stage, token: string, new_password: string): Promise<void> {
  await wants(ask(front, `/v1/auth/recovery/${token}`, { method: 'POST', body: { new_password } }), 204)
}

/** Whoever works in the back office has a second step before anything else. */
async function setUpSecondStep(person: Person): Promise<void> {
  const { secret } = await wants<{ secret: string }>(person.ask('/v1/auth/totp', { method: 'POST' }), 200)
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  const taken = await wants<{ recovery_codes: string[] }>(
    person.ask('/v1/auth/totp', { method: 'PUT', body: { code } }),
    200,
  )
  const [recovery_code] = taken.recovery_codes
  await wants(person.ask('/v1/auth/step-up', { method: 'POST', body: { recovery_code } }), 204)
}

export type Office = { customer_id: number; email: string }

/** Makes an office and activates it; its mail comes later (mail-faults.ts). */
export async function makeOffice({ journal }: Stage, back_office: Person): Promise<Office> {
  const email = 'studio@example.it'
  return journal.step('The back office makes the first office and activates it, with a reason', async () => {
    const office = {
      ...{ business_name: 'Studio Bassi', vat_number: '12345678903', primary_email: email },
      ...{ address: 'Via Ghibellina', house_number: '41', city: 'Firenze', zip_code: '50122', prov: 'FI' },
    }
    const { customer_id } = await wants<Office>(
      back_office.ask('/v1/customers', { method: 'PUT', body: office }),
      200,
    )
    const active = await wants<{ state: string }>(
      back_office.ask(`/v1/customers/activated/${customer_id}`, {
        method: 'PUT',
        body: { override_reason: 'Documenti visti di persona' },
      }),
      200,
    )
    same(active.state, '1', 'its state')
    return { customer_id, email }
  })
}

/** The back office invites the administrator, who comes in by the link of the mail. */
export async function enterAdministrator(stage: Stage, back_office: Person, office: Office): Promise<Person> {
  const { journal, mail, front } = stage
  const email = 'amministratrice@example.it'
  return journal.step('The administrator is invited by mail, chooses a password and signs in', async () => {
    const body = { customer_id: office.customer_id, nominative: 'Anna Bassi', email }
    await wants(back_office.ask('/v1/users', { method: 'POST', body }), 200)
    const token = await until('the invitation', async () => invitationIn(mail.to(email)))
    await choosePassword(stage, token, passwords.office)
    return signIn(front, email, passwords.office, { 'x-forwarded-for': '203.0.113.99' })
  })
}
