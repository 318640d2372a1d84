import type { MoneyTransferDetail } from '@saldo/contract/payments/money-transfers'
import type { MovableBalance } from '@saldo/contract/payments/movable-balances'
import postgres from 'postgres'
import type Stripe from 'stripe'
import { expect } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { makeAccount, makeBill, signIn } from '../people.ts'
import { connectedFixtures } from './connected-fixtures.ts'

/** Condominiums with a connected account of their own, and three super users. */
export async function moneyTransferFixtures() {
  const fixtures = await connectedFixtures()
  const { test, stripe, sandbox } = fixtures
  const { services } = test
  const anna = await signIn(services, 'super_user')
  const bruno = await signIn(services, 'super_user')
  const carla = await signIn(services, 'super_user')
  type Person = Pick<typeof anna, 'headers' | 'user_id'>

  /** A condominium whose payments go to a connected account of its own, paid out by hand to its IBAN. */
  async function condominium(of: { customer_id?: number; bank?: string } = {}) {
    const customer_id = of.customer_id ?? (await signIn(services, 'customer')).customer_id
    const account_id = await makeAccount(services, customer_id)
    const [account] = await services.asSystem(
      (tx) =>
        tx<
          { iban: string; name: string }[]
        >`select iban, name from accounts where account_id = ${account_id}`,
    )
    const { id: destination } = await stripe.accounts.create({
      country: 'IT',
      capabilities: { transfers: { requested: true } },
      settings: { payouts: { schedule: { interval: 'manual' } } },
    })
    await control('accounts/complete', { account: destination })
    await stripe.accounts.update(destination, {
      external_account: {
        ...{ object: 'bank_account', country: 'IT', currency: 'eur' },
        account_number: of.bank ?? account?.iban,
      },
    } as Stripe.AccountUpdateParams)
    await services.asSystem(
      (tx) => tx`update accounts set account_destination = ${destination} where account_id = ${account_id}`,
    )
    return {
      customer_id,
      account_id,
      destination,
      iban: account?.iban as string,
      name: account?.name as string,
    }
  }
  type Condominium = Awaited<ReturnType<typeof condominium>>

  const control = (path: string, body: object) =>
    fetch(`${sandbox.url}/_sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  /** A payment by card of a bill of this condominium; its money is pending for some days. */
  async function paid(
    { customer_id, account_id }: Pick<Condominium, 'customer_id' | 'account_id'>,
    amount: number,
  ) {
    const bill = await makeBill(services, customer_id, { account_id, amounts: [amount] })
    const reply = await test.call({
      method: 'POST',
      url: `/v1/stripe/charge/${bill.token}`,
      payload: { payment_method: 'CARD', payment_method_id: 'pm_card_visa' },
    })
    const { payment_id } = reply.body as { payment_id: number }
    await runJobs(services)
    // The provider may take longer than a payer waits.
    await expect
      .poll(
        async () => {
          await fixtures.ask(payment_id)
          const [row] = await services.asSystem(
            (tx) => tx`select state from payments where payment_id = ${payment_id}`,
          )
          return row?.state
        },
        { timeout: 60_000 },
      )
      .toBe('succeeded')
    return { payment_id }
  }
  /** The job reads what is not available yet; a minute after the last payment, so that it has seen all of them. */
  async function readPending() {
    await services.asSystem(async (tx) => {
      await tx`update provider_balances set pending_read_at = null`
      await services.queue.enqueue(tx, 'read-pending', {})
    })
    await runJobs(services)
    await services.asSystem(
      (tx) => tx`update provider_balances set pending_read_at = pending_read_at + interval '1 minute'`,
    )
  }
  async function days(count: number) {
    await sandbox.advance(count * 86_400)
    await readPending()
  }
  /** A condominium with so many cents that can be moved. */
  async function withMoney(amount: number, of: { customer_id?: number } = {}): Promise<Condominium> {
    const made = await condominium(of)
    await paid(made, amount)
    await days(9)
    return made
  }

  async function call<T>(
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    who: Person,
    payload?: object,
    headers: Record<string, string> = {},
  ) {
    const reply = await test.call({
      ...{ method, url: `/v1/${url}`, headers: { ...who.headers, ...headers } },
      ...(payload ? { payload } : {}),
    })
    return { status: reply.status, body: reply.body as T & { error?: string; error_description?: string } }
  }
  const request = (
    { account_id }: Pick<Condominium, 'account_id'>,
    amount: number,
    who: Person = anna,
    headers: Record<string, string> = {},
  ) =>
    call<MoneyTransferDetail>(
      'POST',
      'money-transfers',
      who,
      { account_id, amount, reason: 'Fondi per il tetto' },
      headers,
    )
  const act = (id: number, what: string, who: Person, payload?: object) =>
    call<MoneyTransferDetail>('POST', `money-transfers/${id}/${what}`, who, payload)
  const detail = async (id: number, who: Person = bruno) =>
    (await call<MoneyTransferDetail>('GET', `money-transfers/${id}`, who)).body
  async function requested(
    of: Pick<Condominium, 'account_id'>,
    amount: number,
    who: Person = anna,
  ): Promise<number> {
    const reply = await request(of, amount, who)
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    return reply.body.money_transfer_id
  }
  /** Asked for by one, approved by another; the provider was asked. */
  async function approved(of: Pick<Condominium, 'account_id'>, amount: number): Promise<number> {
    const id = await requested(of, amount)
    const reply = await act(id, 'approve', bruno)
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    await runJobs(services)
    return id
  }
  const balance = async ({ account_id }: Pick<Condominium, 'account_id'>) =>
    (await call<MovableBalance>('POST', `movable-balances/${account_id}/read`, anna)).body
  /** Every transfer is due for the sweep. */
  async function sweep() {
    await services.asSystem(async (tx) => {
      await tx`update money_transfers set next_check_at = now() where next_check_at is not null`
      await services.queue.enqueue(tx, 'sweep-money-transfers', {})
    })
    await runJobs(services)
  }
  /** The ledger's sums of one condominium; zeros left out. */
  const books = ({ account_id }: Pick<Condominium, 'account_id'>) =>
    services.asSystem(async (tx) => {
      const rows = await tx<{ ledger_account: string; amount: number }[]>`
        select l.ledger_account, sum(l.amount)::bigint as amount from ledger_lines l
        join ledger_entries e on e.customer_id = l.customer_id and e.entry_id = l.entry_id
        where e.account_id = ${account_id} group by 1 having sum(l.amount) <> 0`
      return Object.fromEntries(rows.map((row) => [row.ledger_account, row.amount])) as Record<string, number>
    })
  const payoutsOf = async ({ destination }: Pick<Condominium, 'destination'>) =>
    (await stripe.payouts.list({ limit: 100 }, { stripeAccount: destination })).data
  /** The queue forgets the job that sends a transfer. */
  async function loseJob() {
    const owner = postgres(test.database_url, { max: 1, onnotice: () => {} })
    await owner`delete from pgboss.job where name = 'send-money-transfer'`
    await owner.end()
  }
  const people = { anna, bruno, carla }
  return {
    ...{
      fixtures,
      test,
      services,
      stripe,
      sandbox,
      people,
      condominium,
      paid,
      days,
      readPending,
      withMoney,
      call,
      request,
      act,
    },
    ...{
      detail,
      requested,
      approved,
      balance,
      sweep,
      books,
      payoutsOf,
      control,
      loseJob,
      close: fixtures.close,
    },
  }
}
export type MoneyTransferFixtures = Awaited<ReturnType<typeof moneyTransferFixtures>>
