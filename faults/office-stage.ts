import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import Stripe from 'stripe'
import type { Sql } from '../server/db/connection.ts'
import type { JobName } from '../server/jobs/jobs.ts'
import type { Services } from '../server/services.ts'
import { freePort } from '../server/testing/sandbox.ts'
import type { Ground, World } from './accountant/world.ts'
import { type InProcessServer, startInProcessServer } from './in-process-server.ts'
import { decide } from './payers.ts'
import type { Clones } from './processes/database.ts'
import { accounts, startProvider } from './processes/provider.ts'
import { realNow, shiftDate } from './processes/shifted-date.ts'

/** Scheduled jobs. The code that moves the clock starts them. */
const daily = [
  ...['sweep-attempts', 'sweep-refunds', 'sweep-disputes', 'sweep-plans', 'sweep-recoveries', 'sweep-debits'],
] as const

/**
 * The product in this process with PostgreSQL and the provider, all three at the same moment of the past, which can be
 * moved on. The provider sends its events over HTTP. Offices are inserted by SQL; everything else uses the API.
 */
export async function openOfficeStage(database: Clones, begins: string): Promise<World> {
  let shift = Math.round((Date.parse(begins) - realNow()) / 1000)
  const port = await freePort()
  const provider = await startProvider({ webhooks_port: port, sepa_seconds: 60, shift_seconds: shift })
  const url = await database.clone()
  const tellTime = async () => {
    shiftDate(shift)
    await database.asSuperuserOf(
      url,
      `create or replace function public.faults_now() returns timestamptz language sql stable parallel safe
       as $$ select pg_catalog.transaction_timestamp() + interval '${shift} seconds' $$`,
    )
  }
  await tellTime()
  // Replaces now() by a function of ours: PostgreSQL discards cached plans when our function changes, but not for a
  // built-in one.
  await database.asSuperuserOf(
    url,
    `create or replace function pg_catalog.now() returns timestamptz language sql stable parallel safe
     as $$ select public.faults_now() $$`,
  )
  const inside = await startInProcessServer(database, url, provider.url)
  const { owner, services } = inside
  const postman = await carryEvents(inside, port)

  /** Waits until the provider has sent all its events and the product has applied them. */
  const settleNow = async () => {
    const failures: string[] = []
    let [quiet, alone] = [0, 0]
    while (quiet < 2 && alone < 200) {
      const waiting = await provider.undelivered()
      const ran = await runReadyJobs(owner, services, failures)
      quiet = waiting === 0 && ran === 0 ? quiet + 1 : 0
      alone = waiting > 0 && ran === 0 ? alone + 1 : 0
      if (alone > 0) await sleep(10)
    }
    if (alone > 0) failures.push('the product does not take the provider’s events')
    return failures
  }
  // One at a time: jobs that another runner has taken are not done yet.
  let settling: Promise<string[]> = Promise.resolve([])
  const settle = () => {
    settling = settling.then(settleNow)
    return settling
  }
  return {
    provider,
    decide,
    sql: owner,
    moment: () => new Date(),
    call: async ({ method, url: to, token, key, body }) => {
      const reply = await inside.app.inject({
        method,
        url: to,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
          ...(body === undefined || body instanceof Uint8Array ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined
          ? {}
          : { payload: body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body) }),
      })
      const json = String(reply.headers['content-type'] ?? '').includes('json')
      return {
        status: reply.statusCode,
        body: json ? reply.json() : {},
        raw: reply.rawPayload,
      }
    },
    upload: async ({ url: to, token, name, bytes, fields = {} }) => {
      const form = new FormData()
      for (const [field, value] of Object.entries(fields)) form.append(field, value)
      form.append('file', new Blob([bytes as never]), name)
      const letter = new Response(form)
      const reply = await inside.app.inject({
        ...{ method: 'PUT', url: to, payload: Buffer.from(await letter.arrayBuffer()) },
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': letter.headers.get('content-type') as string,
        },
      })
      return { status: reply.statusCode, body: reply.json(), raw: Buffer.alloc(0) }
    },
    settle,
    pass: async (seconds) => {
      shift += seconds
      await tellTime()
      await provider.advance(seconds)
      const before = await settle()
      await services.asSystem(async (tx) => {
        for (const name of daily) await services.queue.enqueue(tx, name, {})
      })
      return [...before, ...(await settle())]
    },
    alter: (statements) => owner.unsafe(statements),
    openOffice: async ({ name, connected }) => {
      const ground = await openOffice(owner, { name })
      return connected ? { ...ground, connected: await connect(owner, provider, ground) } : ground
    },
    close: async () => {
      shiftDate(0)
      postman.close()
      postman.closeAllConnections()
      await inside.close()
      await provider.stop()
    },
  }
}

/**
 * Forwards the provider's events to the product with a new signature: the provider signs with the real clock, which
 * does not move, and the product refuses signatures older than five minutes.
 */
async function carryEvents({ app }: InProcessServer, port: number): Promise<Server> {
  const postman = createServer(async (request, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const payload = Buffer.concat(chunks)
    const account = request.url?.endsWith('stripe2') ? 'stripe2' : 'stripe'
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload: payload.toString(),
      secret: accounts[account].webhook,
    })
    const { statusCode } = await app.inject({
      ...{ method: 'POST', url: request.url as string, payload },
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    })
    reply.writeHead(statusCode).end()
  })
  postman.listen(port, '127.0.0.1')
  await once(postman, 'listening')
  return postman
}

/** Runs ready jobs in parallel; `runJobs` asks every queue, which takes longer than most acts. */
async function runReadyJobs(owner: Sql, services: Services, failures: string[]): Promise<number> {
  const names = await owner<{ name: JobName }[]>`
    select distinct name from pgboss.job
    where state in ('created', 'retry') and start_after <= now() and name not like '\\_\\_%'`
  let ran = 0
  for (const { name } of names) {
    const handle = services.jobs[name].run as (services: Services, data: unknown) => Promise<void>
    const batch = await services.queue.boss.fetch(name, { batchSize: 20 })
    ran += batch.length
    await Promise.all(
      batch.map(async ({ id, data }) => {
        await handle(services, data).catch((error: Error) =>
          failures.push(`the job ${name} failed: ${error.message}`),
        )
        await services.queue.boss.complete(name, id)
      }),
    )
  }
  return ran
}

/** An office with three people and two condominiums, the second of which uses the other provider account. */
async function openOffice(owner: Sql, { name }: { name: string }): Promise<Ground> {
  return owner.begin(async (tx) => {
    const [customer] = await tx`
      insert into customers (business_name, state, primary_email) values (${name}, '1', 'studio@example.it')
      returning customer_id`
    const customer_id = customer?.customer_id as number
    const accounts = await tx<Ground['accounts']>`
      insert into accounts (customer_id, name, city, provider_account, minimum_payment)
      values (${customer_id}, ${`${name}, Via Larga`}, 'Firenze', 'stripe', 100),
        (${customer_id}, ${`${name}, Via Stretta`}, 'Firenze', 'stripe2', null)
      returning account_id, name, provider_account`
    const subjects = await tx<Ground['subjects']>`
      insert into subjects (customer_id, nominative, email)
      values (${customer_id}, ${`${name} Anna`}, ${`anna${customer_id}@example.it`}), (${customer_id}, ${`${name} Bruno`}, null),
        (${customer_id}, ${`${name} Carla`}, null)
      returning subject_id, nominative, email`
    return {
      customer_id,
      accounts: [...accounts],
      subjects: [...subjects],
      connected: null,
      token: await signIn(tx as unknown as Sql, name, customer_id, false),
      super_token: await signIn(tx as unknown as Sql, `${name} gestore`, null, true),
    }
  })
}

/** Its own account at the provider with daily payouts and a platform fee of 3 %. */
async function connect(
  owner: Sql,
  provider: World['provider'],
  { customer_id }: Ground,
): Promise<Ground['connected']> {
  const { id: destination } = await provider.stripe.accounts.create({
    country: 'IT',
    capabilities: { transfers: { requested: true } },
    external_account: {
      ...{ object: 'bank_account', country: 'IT', currency: 'eur' },
      account_number: 'IT56B9999999999000000000001',
    },
    settings: { payouts: { schedule: { interval: 'daily' } } },
  } as Stripe.AccountCreateParams)
  await provider.completeAccount(destination)
  const fee_bps = 300
  await owner`
    insert into provider_accounts (customer_id, provider_account, account_destination, state, fee_bps, fee_fixed)
    values (${customer_id}, 'stripe', ${destination}, 'active', ${fee_bps}, 0)`
  return { destination, fee_bps }
}

async function signIn(owner: Sql, name: string, customer_id: number | null, is_super: boolean) {
  const token = randomBytes(32).toString('base64url')
  await owner`
    with u as (
      insert into users (user_name, nominative, customer_id, flag_super_user)
      values (${name}, ${name}, ${customer_id}, ${is_super}) returning user_id
    ), t as (
      -- A super user without a second step could do nothing.
      insert into totp_secrets (user_id, secret, confirmed_at) select user_id, '', now() from u where ${is_super}
    ), s as (
      -- Proved, and signed in, for as long as it takes.
      insert into sessions (user_id, proved_at, proved_by_second_step)
      select user_id, now() + interval '10 years', ${is_super} from u returning session_id)
    insert into access_tokens (token_hash, session_id, expires_at)
    select ${createHash('sha256').update(token).digest()}, session_id, now() + interval '10 years' from s`
  return token
}
