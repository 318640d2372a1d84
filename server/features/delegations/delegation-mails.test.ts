import { afterAll, beforeAll, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { makeCustomer, makeSubject, signIn } from '../../testing/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

it('the mails of a delegation tell a stranger why they get them, and say the name of the office once', async () => {
  const customer_id = await makeCustomer(app.services, { business_name: 'Studio Bassi' })
  const owner = await signIn(app.services, 'consumer')
  const subject_id = await makeSubject(app.services, customer_id, {
    ...{ nominative: 'Rossi Anna', email: 'anna@example.it', user_id: owner.user_id },
  })
  const email = 'mai.visto@example.it'
  const invited = await app.call({
    ...{ method: 'POST', url: '/v1/delegations', headers: owner.headers },
    payload: { subject_id, name: 'Paolo Rossi', email },
  })
  expect(invited.status).toBe(201)
  await runJobs(app.services)
  const mails = () =>
    app.services.asSystem(
      (tx) => tx<{ template: string; html: string; text: string }[]>`
        select template, html, text from emails where template like 'delegation-%' order by email_id`,
    )
  const [mail] = await mails()
  expect(mail?.template).toBe('delegation-invitation')
  for (const body of [mail?.html, mail?.text]) {
    expect(body).toContain('questo indirizzo è stato indicato per pagare le bollette di Rossi Anna')
    expect(body).not.toContain('tuo accesso')
    expect(body).toContain('le bollette di Rossi Anna gestite da Studio Bassi')
  }
  const token = /auth\/delega\/([\w-]{43})/.exec(mail?.text ?? '')?.[1]
  await app.call({ method: 'POST', url: `/v1/delegations/accept/${token}` })
  const { delegation_id } = invited.body as { delegation_id: number }
  await app.call({ method: 'POST', url: `/v1/delegations/end/${delegation_id}`, headers: owner.headers })
  await runJobs(app.services)
  const all = await mails()
  expect(new Set(all.map(({ template }) => template))).toEqual(
    new Set(['delegation-invitation', 'delegation-granted', 'delegation-ended']),
  )
  for (const { html, text } of all) {
    expect(html + text).toContain('gestite da Studio Bassi')
    expect(html + text).not.toMatch(/studio Studio/)
  }
})
