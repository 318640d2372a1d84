import { createHash, randomBytes } from 'node:crypto'
import type { Sql } from '../server/db/connection.ts'
import { runJobs } from '../server/jobs/worker.ts'
import { freePort } from '../server/testing/sandbox.ts'
import type { Ground, World } from './accountant/world.ts'
import type { Database } from './database.ts'
import { startInside } from './inside.ts'
import { decide } from './payers.ts'
import { startProvider } from './provider.ts'
import { realNow, shiftDate } from './shifted-date.ts'

/** Jobs that the calendar starts; whoever moves the clock starts them by hand. */
const daily = ['sweep-attempts', 'sweep-refunds', 'sweep-disputes', 'sweep-plans'] as const

/**
 * The product inside this process, PostgreSQL and the provider beside it, all three at the same moment of the past, which
 * moves on when told. The provider writes its events to the product over HTTP. Offices are opened by SQL; all else is done
 * through the API.
 */
export async function openOfficeStage(database: Database, begins: string): Promise<World> {
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
  // Through a function of ours: plans that PostgreSQL keeps are made anew when it changes, as with a built-in one they are not.
  await database.asSuperuserOf(
    url,
    `create or replace function pg_catalog.now() returns timestamptz language sql stable parallel safe
     as $$ select public.faults_now() $$`,
  )
  const inside = await startInside(database, url, provider.url)
  await inside.app.listen({ port, host: '127.0.0.1' })
  const { owner, services } = inside

  /** Until the provider has told all it knows and the product has done what follows from it. */
  const settle = async () => {
    const failures: string[] = []
    for (let turn = 0; turn < 50; turn += 1) {
      const waiting = await provider.undelivered()
      let ran = 0
      try {
        ran = await runJobs(services)
      } catch (error) {
        failures.push(`a job failed: ${error instanceof Error ? error.message : error}`)
      }
      if (waiting === 0 && ran === 0) break
    }
    return failures
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
      const reply = await fetch(`http://127.0.0.1:${port}${to}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}` },
        body: form,
      })
      return { status: reply.status, body: (await reply.json()) as never, raw: Buffer.alloc(0) }
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
    openOffice: (of) => openOffice(owner, of),
    close: async () => {
      shiftDate(0)
      await inside.close()
      await provider.stop()
    },
  }
}

/** An office with two condominiums, of which the second collects by the other provider account, and three people. */
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
      token: await signIn(tx as unknown as Sql, name, customer_id, false),
      super_token: await signIn(tx as unknown as Sql, `${name} gestore`, null, true),
    }
  })
}

async function signIn(owner: Sql, name: string, customer_id: number | null, is_super: boolean) {
  const token = randomBytes(32).toString('base64url')
  await owner`
    with u as (
      insert into users (user_name, nominative, customer_id, flag_super_user)
      values (${name}, ${name}, ${customer_id}, ${is_super}) returning user_id
    ), s as (
      -- Proved, and signed in, for as long as it takes.
      insert into sessions (user_id, proved_at) select user_id, now() + interval '10 years' from u returning session_id)
    insert into access_tokens (token_hash, session_id, expires_at)
    select ${createHash('sha256').update(token).digest()}, session_id, now() + interval '10 years' from s`
  return token
}
