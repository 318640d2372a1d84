import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningSandbox, refusal, runSandbox } from '../../running-sandbox.ts'

let sandbox: RunningSandbox
let stripe: Stripe
beforeAll(async () => {
  sandbox = await runSandbox()
  stripe = sandbox.stripe
})
afterAll(() => sandbox.end())

const newAccount = () =>
  stripe.accounts.create({ type: 'express', capabilities: { transfers: { requested: true } } })
const link = (account: string) =>
  stripe.accountLinks.create({
    account,
    type: 'account_onboarding',
    return_url: 'https://example.test/back?x=1',
    refresh_url: 'https://example.test/again',
  })
const visit = (url: string) => fetch(url, { redirect: 'manual' })
const go = (answer: Response, base = sandbox.url) => new URL(answer.headers.get('location') ?? '', base).href
const answer = (page: string, fields: Record<string, string>) =>
  fetch(page, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

const all = {
  business_type: 'non_profit',
  'business_profile[product_description]': 'Spese condominiali',
  'company[name]': 'Condominio <Via Roma>',
  'company[tax_id]': '97000000000',
  'external_account[account_number]': 'IT56B9999999999000000000001',
  accepted: 'yes',
}

describe('an account link', () => {
  it('lets the owner fill in everything, then redirects back, and cannot be used again', async () => {
    const { id } = await newAccount()
    const { url, object } = await link(id)
    expect(object).toBe('account_link')
    const page = go(await visit(url))
    const html = await (await visit(page)).text()
    for (const field of Object.keys(all)) expect(html).toContain(`name="${field}"`)
    const done = await answer(page, { ...all, action: 'save' })
    expect([done.status, go(done)]).toEqual([303, 'https://example.test/back?x=1'])
    const account = await stripe.accounts.retrieve(id)
    expect(account).toMatchObject({
      details_submitted: true,
      payouts_enabled: true,
      capabilities: { transfers: 'active' },
      requirements: { currently_due: [] },
      company: { tax_id_provided: true },
    })
    expect(JSON.stringify(account)).not.toContain('97000000000')
    const [event] = (await stripe.events.list({ type: 'account.updated', limit: 1 })).data
    expect(event?.account).toBe(id)
    expect(go(await visit(url))).toBe('https://example.test/again')
    expect(go(await visit(page))).toBe('https://example.test/again')
  })

  it('can be left half done; the data stay, and another link asks only for the rest', async () => {
    const { id } = await newAccount()
    const page = go(await visit((await link(id)).url))
    const { business_type, 'company[name]': name } = all
    const left = await answer(page, { business_type, 'company[name]': name, action: 'later' })
    expect(go(left)).toBe('https://example.test/back?x=1')
    const half = await stripe.accounts.retrieve(id)
    expect(half).toMatchObject({ details_submitted: false, company: { name: 'Condominio <Via Roma>' } })
    expect(half.requirements?.currently_due).toContain('external_account')
    const html = await (await visit(go(await visit((await link(id)).url)))).text()
    expect(html).toContain('Condominio &lt;Via Roma&gt;')
    expect(html).not.toContain('name="company[name]"')
    expect(html).toContain('name="company[tax_id]"')
  })

  it('reports a wrong IBAN at its field, and keeps the other input', async () => {
    const { id } = await newAccount()
    const page = go(await visit((await link(id)).url))
    const wrong = await answer(page, { ...all, 'external_account[account_number]': 'IT00X', action: 'save' })
    expect(wrong.status).toBe(400)
    const html = await wrong.text()
    expect(html).toContain('Questo IBAN non è valido')
    expect(html).toContain('value="Condominio &lt;Via Roma&gt;"')
    expect((await stripe.accounts.retrieve(id)).details_submitted).toBe(false)
  })

  it('redirects to the refresh address when it has expired or is opened twice', async () => {
    const { id } = await newAccount()
    const late = await link(id)
    await sandbox.control('clock/advance', { seconds: 301 })
    expect(go(await visit(late.url))).toBe('https://example.test/again')
    const twice = await link(id)
    const page = go(await visit(twice.url))
    expect(go(await visit(twice.url))).toBe('https://example.test/again')
    await sandbox.control('clock/advance', { seconds: 86_500 })
    expect(go(await answer(page, { ...all, action: 'save' }))).toBe('https://example.test/again')
  })

  it('is secret: the page cannot be found without it', async () => {
    const { id } = await newAccount()
    const { url } = await link(id)
    const page = go(await visit(url))
    expect((await visit(`${page}x`)).status).toBe(404)
    expect((await visit(`${url}x`)).status).toBe(404)
  })

  it.each([
    [{ return_url: 'nowhere' }, 'return_url'],
    [{ refresh_url: undefined }, 'refresh_url'],
    [{ account: 'acct_none' }, undefined],
    [{ type: 'account_update' as const }, 'type'],
  ])('refuses %j', async (change, param) => {
    const { id } = await newAccount()
    const call = stripe.accountLinks.create({
      account: id,
      type: 'account_onboarding',
      return_url: 'https://example.test/back',
      refresh_url: 'https://example.test/again',
      ...change,
    })
    const error = await refusal(call)
    expect(error.statusCode).toBeGreaterThanOrEqual(400)
    if (param) expect(error.param).toBe(param)
  })
})
