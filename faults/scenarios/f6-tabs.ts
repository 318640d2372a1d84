import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../../server/db/connection.ts'
import { type Bill, makeBills } from '../bills.ts'
import { kept, readBook } from '../book.ts'
import { type InProcessServer, startInProcessServer } from '../in-process-server.ts'
import { examine } from '../oracle.ts'
import { decide, newKey } from '../payers.ts'
import { type Provider, startProvider } from '../processes/provider.ts'
import { oneOf, type Random, seeded, seedOf } from '../random.ts'
import { atScale, type Scenario } from '../scenario.ts'
import { type Sessions, signInBoth } from '../sessions.ts'

const crowds = [2, 10, 50]

/**
 * Tabs pay one bill at the same moment: cards, debits and Klarna, by the bill's link and signed in as its debtor or its
 * administrator, while the condominium changes its provider account.
 */
export const f6: Scenario = {
  name: 'F6',
  title: '2, 10, 50 tabs pay one bill by all ways and both provider accounts, 1,000 rounds',
  run: async ({ database, seed, scale }) => {
    const provider = await startProvider({ sepa_seconds: 3_600 })
    const inside = await startInProcessServer(database, await database.clone(), provider.url)
    try {
      const bills = await makeBills(inside.owner, atScale(1_000, scale, 6))
      const sessions = await signInBoth(inside.owner, bills)
      const tally = { tabs: 0, answered: 0, refused: 0, 'nobody won at first': 0 }
      for (const [round, bill] of bills.entries()) {
        const random = seeded(seedOf(seed, `round ${round}`))
        const tabs = crowds[round % crowds.length] as number
        const moving = moveAccount(inside.owner, bill, random)
        const statuses = await Promise.all(
          Array.from({ length: tabs }, () => pressOne(inside, provider, bill, sessions, random)),
        )
        await moving
        tally.tabs += tabs
        for (const status of statuses) tally[status === 201 ? 'answered' : 'refused'] += 1
        if (!(await decided(inside, bill))) tally['nobody won at first'] += 1
      }
      const settle = async () => {
        await provider.advance(4_000)
        await inside.rest()
      }
      await settle()
      // On a slow machine an attempt may have had no answer in time; it was withdrawn, and somebody pays again.
      for (const bill of bills) if (!(await decided(inside, bill))) tally['nobody won at first'] += 1
      await settle()
      return {
        figures: { rounds: bills.length, ...tally },
        violations: [...(await notChargedOnce(provider, bills)), ...(await examine(inside.owner, provider))],
      }
    } finally {
      await inside.close()
      await provider.stop()
    }
  },
}

/** The condominium changes its provider account while people pay. */
async function moveAccount(owner: Sql, bill: Bill, random: Random): Promise<void> {
  for (let move = 0; move < 4; move += 1)
    await owner`
      update accounts set provider_account = ${random() < 0.5 ? 'stripe' : 'stripe2'} where account_id = ${bill.account_id}`
}

async function pressOne(
  inside: InProcessServer,
  provider: Provider,
  bill: Bill,
  sessions: Sessions,
  random: Random,
): Promise<number> {
  // Some pay while another payment waits at the bank's page: that one is cancelled first.
  if (random() < 0.3) await sleep(100 * random())
  const door = oneOf(random, ['link', 'link', 'debtor', 'administrator'] as const)
  const how = oneOf(random, ['card', 'card', 'card', '3-D Secure', 'SEPA', 'Klarna'] as const)
  const email = 'lucia@example.it'
  const path = how === 'Klarna' ? 'klarna' : 'charge'
  const body = {
    ...(door === 'link' ? {} : { id: bill.bill_id }),
    email,
    ...(await chargeOf(provider, how, random)),
  }
  const { status } = await inside.call({
    method: 'POST',
    url: `/v1/stripe/${path}${door === 'link' ? `/${bill.token}` : ''}`,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': newKey(),
      ...(door === 'link' ? {} : { authorization: `Bearer ${sessions[door]}` }),
    },
    payload: JSON.stringify(body),
  })
  return status
}

async function chargeOf(provider: Provider, how: 'card' | '3-D Secure' | 'SEPA' | 'Klarna', random: Random) {
  if (how === 'Klarna') return {}
  if (how === 'card') return { payment_method: 'CARD', payment_method_id: 'pm_card_visa' }
  if (how === '3-D Secure')
    return { payment_method: 'CARD', payment_method_id: 'pm_card_authenticationRequired' }
  const { id } = await provider[random() < 0.5 ? 'stripe' : 'stripe2'].paymentMethods.create({
    type: 'sepa_debit',
    sepa_debit: { iban: 'IT56B9999999999000000000001' },
    billing_details: { name: 'Lucia Rossi', email: 'lucia@example.it' },
  })
  return {
    payment_method: 'SEPA_DEBIT',
    payment_method_id: id,
    name: 'Lucia Rossi',
    mandate: { accepted: true },
  }
}

/** Payments left at the bank's page are approved now; if all were refused, one more tab pays. */
async function decided(inside: InProcessServer, bill: Bill): Promise<boolean> {
  const [waiting] = await inside.owner`
    select payment_id, next_action_url from payment_attempts
    where bill_id = ${bill.bill_id} and state = 'requires_action' and next_action_url is not null`
  const headers = { 'content-type': 'application/json' }
  if (waiting) {
    await decide(waiting.next_action_url, 'Klarna')
    await inside.call({
      method: 'POST',
      url: `/v1/stripe/confirm_payment/${bill.token}`,
      headers,
      payload: JSON.stringify({ payment_id: waiting.payment_id }),
    })
  }
  const [row] = await inside.owner`select phase from bills where bill_id = ${bill.bill_id}`
  if (row?.phase === 'paid' || row?.phase === 'pending') return true
  await inside.owner`update payments set created_at = created_at - interval '2 hours' where bill_id = ${bill.bill_id}`
  await inside.call({
    method: 'POST',
    url: `/v1/stripe/charge/${bill.token}`,
    headers,
    payload: JSON.stringify({ payment_method: 'CARD', payment_method_id: 'pm_card_visa' }),
  })
  return false
}

/** Each bill must have exactly one charge of its whole amount, on either account. */
async function notChargedOnce(provider: Provider, bills: Bill[]): Promise<string[]> {
  const book = await readBook(provider)
  return bills.flatMap(({ bill_id, amount }) => {
    const charges = book.filter((entry) => entry.bill_id === bill_id && entry.charged > 0)
    return charges.length === 1 && kept(charges[0] as (typeof charges)[number]) === amount
      ? []
      : [
          `bill ${bill_id} of ${amount} has charges ${charges.map((entry) => entry.charged).join(', ') || 'none'}`,
        ]
  })
}
