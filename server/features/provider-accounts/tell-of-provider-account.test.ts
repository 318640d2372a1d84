import type { ProviderAccountAndLink } from '@saldo/contract/registry/provider-accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { makeCustomer, signIn, signInSubUser } from '../../testing/people.ts'
import { startSandbox, type TestSandbox } from '../../testing/sandbox.ts'
import { applyAccountEvent } from './apply-account.ts'

/* The provider's page of an office's account changes the bank account that receives card payments and debits. So only full
   users open it, and the office is told. */

let sandbox: TestSandbox
let test: TestApp
beforeAll(async () => {
  sandbox = await startSandbox()
  test = await startApp({ provider: sandbox.url })
})
afterAll(async () => {
  await test.close()
  await sandbox.stop()
})

/** An office with two full users. */
async function office() {
  const customer_id = await makeCustomer(test.services)
  const owner = await signIn(test.services, 'customer', customer_id)
  const colleague = await signIn(test.services, 'customer', customer_id)
  const address = `studio-${customer_id}@example.it`
  await test.services.asSystem(async (tx) => {
    await tx`update customers set primary_email = ${address} where customer_id = ${customer_id}`
    await tx`delete from contact_changes`
  })
  const ask = async (act: 'create' | 'update' | 'delete', who = owner) => {
    const { status, body } = await test.call({
      method: 'POST',
      url: `/v1/stripe/account/${act}/${customer_id}`,
      headers: who.headers,
      payload: {},
    })
    return { status, body: body as ProviderAccountAndLink & { error?: string; error_description?: string } }
  }
  const complete = async (account: string | null) => {
    await fetch(`${sandbox.url}/_sandbox/accounts/complete`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account }),
    })
    await applyAccountEvent(test.services, 'stripe', account)
  }
  /** The titles that everybody was told of since the last time: all full users by message, they and the office by mail. */
  const news = async () =>
    test.services.asSystem(async (tx) => {
      const messages = await tx<{ title: string; user_id: number }[]>`
        delete from push_messages where user_id in (select user_id from users where customer_id = ${customer_id})
        returning title, user_id`
      const mails = await tx<{ to_address: string; subject: string }[]>`
        with gone as (
          delete from emails where customer_id = ${customer_id} and template = 'provider-account-change' returning *
        )
        select to_address, subject from gone`
      const titles = [...new Set(messages.map(({ title }) => title))]
      for (const title of titles) {
        const readers = messages.filter((each) => each.title === title).map(({ user_id }) => user_id)
        expect(readers.toSorted()).toEqual([owner.user_id, colleague.user_id].toSorted())
        const mailed = mails
          .filter(({ subject }) => subject.endsWith(`: ${title}`))
          .map((mail) => mail.to_address)
        expect(mailed).toHaveLength(3)
        expect(mailed).toContain(address)
      }
      expect(mails).toHaveLength(3 * titles.length)
      return titles
    })
  return { customer_id, owner, ask, complete, news }
}
const opened = 'Aperto un account per gli incassi'
const firstBank = 'C’è il conto in banca degli incassi'

describe('409: a sub-user, whatever permissions they have', () => {
  it.each(['create', 'update', 'delete'] as const)('%s', async (act) => {
    const on = await office()
    if (act !== 'create') await on.ask('create')
    await on.news()
    const sub = await signInSubUser(test.services, on.customer_id, {
      permissions: ['office:write', 'payments:write', 'accounts:write'],
    })
    const refused = await on.ask(act, sub)
    expect(refused).toMatchObject({ status: 409, body: { error: 'full_user_needed' } })
    expect(refused.body.error_description).toMatch(/solo chi nello studio ha tutti i permessi/)
    expect(refused.body.onboarding_url).toBeUndefined()
    expect(await on.news()).toEqual([])
  })
})

describe('all full users and the office hear', () => {
  it('that it is opened, once, and of its bank account when the provider first names one', async () => {
    const on = await office()
    const answers = await Promise.all([on.ask('create'), on.ask('create')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    // The second request may find it opened already, and then asked for its page.
    expect(await on.news()).toContain(opened)
    await on.complete(answers[0]?.body.account_destination ?? null)
    expect(await on.news()).toEqual([firstBank])
    await applyAccountEvent(test.services, 'stripe', answers[0]?.body.account_destination ?? null)
    expect(await on.news()).toEqual([])
  })

  it('that somebody asked for the page where its bank changes, also by going on with it', async () => {
    const on = await office()
    const { body } = await on.ask('create')
    await on.complete(body.account_destination)
    await on.news()
    expect((await on.ask('update')).status).toBe(200)
    expect(await on.news()).toEqual(['Chiesta la pagina dell’account incassi'])
    const other = await office()
    await other.ask('create')
    await other.news()
    expect((await other.ask('create')).status).toBe(200)
    expect(await other.news()).toEqual(['Chiesta la pagina dell’account incassi'])
  })

  it('of another bank account, also by the provider’s event, and when it ends in the same digits', async () => {
    const on = await office()
    const { body } = await on.ask('create')
    const account = body.account_destination as string
    await on.complete(account)
    await on.news()
    for (const account_number of [
      'IT60X0542811101000000123456',
      'DE89370400440532013000',
      'DE89370400440532013000',
    ]) {
      await sandbox.stripe.accounts.update(account, {
        external_account: { object: 'bank_account', country: 'IT', currency: 'eur', account_number },
      })
      await applyAccountEvent(test.services, 'stripe', account)
      expect(await on.news()).toEqual(['È cambiato il conto in banca degli incassi'])
    }
  })

  it('that it is closed, and that the next one is opened', async () => {
    const on = await office()
    await on.complete((await on.ask('create')).body.account_destination)
    await on.news()
    expect((await on.ask('delete')).status).toBe(200)
    expect(await on.news()).toEqual(['Chiuso l’account per gli incassi'])
    await on.ask('create')
    expect(await on.news()).toEqual([opened])
  })
})
