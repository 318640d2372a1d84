import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import Fastify from 'fastify'
import type postgres from 'postgres'
import { expect, it, onTestFinished } from 'vitest'
import { runJobs } from '../jobs/worker.ts'
import { queueEmail } from '../mail/queue-email.ts'
import { sendEmail } from '../mail/send-email.job.ts'
import { withApp } from '../testing/app.ts'
import { makeBill, makeCustomer, signIn } from '../testing/people.ts'
import { sendFile } from '../testing/send-file.ts'
import { loggerOf } from './logger.ts'

/** What somebody types: none of it may be in the log, in whichever way it travels. */
const typed = {
  word: 'Marcafine',
  fiscal_code: 'MRCFNI80A01H501X',
  email: 'marca.fine@posta.example',
  iban: 'IT60X0542811101000000123456',
  spaced_iban: 'IT60 X054 2811 1010 0000 0123 456',
  address: 'Via della Marcafine 7',
  phone: '+39 055 7654321',
}
const marks = [...Object.values(typed), 'IT60X054', 'X054 2811', '7654321', 'marca.fine', 'MRCFNI80']
const ways = [
  (text: string) => text,
  encodeURIComponent,
  (text: string) => Buffer.from(text).toString('base64'),
  (text: string) => Buffer.from(text).toString('base64url'),
]

function memory() {
  const lines: string[] = []
  return {
    log_to: { write: (line: string) => void lines.push(line) },
    lines,
    /** Every mark that the log contains, with the line. */
    found: () =>
      marks.flatMap((mark) =>
        ways.map((write) => write(mark)).flatMap((text) => lines.filter((line) => line.includes(text))),
      ),
  }
}

it('requests with what people type, in path, query, body, headers and files, leave none of it in the log', async () => {
  const log = memory()
  const app = await withApp({ env: { LOG_LEVEL: 'debug' }, log_to: log.log_to })
  const { headers, customer_id } = await signIn(app.services, 'customer')
  const call = (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object | string,
    more = {},
  ) => app.call({ method, url, headers: { ...headers, ...more }, ...(payload ? { payload } : {}) })
  for (const text of Object.values(typed))
    for (const write of ways) {
      const part = encodeURIComponent(write(text))
      for (const url of [
        `/v1/research/find-all/${part}`,
        `/v1/subjects?q=${part}`,
        `/v1/bills/${part}`,
        `/v1/mybill/${part}`,
        `/${part}/${part}?${part}=${part}`,
        `/v1/${part}`,
        `/v1/subjects/${part}%zz`,
        `/v1/research/find-all/${part}${'x'.repeat(600)}`,
        `/assets/${part}.js`,
      ])
        await call('GET', url, undefined, { referer: text.replace(/[^\x20-\x7e]/g, ''), 'user-agent': part })
      await call('POST', `/v1/accounts/check/iban/${part}`)
      await call('PUT', `/v1/users/firebase/0/${part}`, {})
      await call('POST', `/v1/users/${part}`, { [text]: text })
      await call('PUT', '/v1/subjects', { nominative: text, fiscal_code: text, [text]: { email: text } })
      await call('POST', '/oauth/token', { grant_type: 'password', username: text, password: text })
      await call('POST', '/v1/subjects', `{"nominative": "${text}", ${text}`, {
        'content-type': 'application/json',
      })
      await call('POST', '/v1/subjects', text, {
        'content-type': part,
        'x-customer-id': part,
        authorization: part,
      })
    }
  const file = {
    headers,
    file: Buffer.from(typed.spaced_iban),
    name: `${typed.word} ${typed.fiscal_code}.csv`,
  }
  await sendFile(app, {
    method: 'PUT',
    url: '/v1/bills/import',
    fields: { [typed.word]: typed.email },
    ...file,
  })
  await sendFile(app, { method: 'PUT', url: `/v1/customers/docs/${customer_id}/${typed.word}`, ...file })
  expect(log.lines.length).toBeGreaterThan(300)
  expect(log.found()).toEqual([])
  const last = log.lines.map((line) => JSON.parse(line))
  expect(last).toContainEqual(
    expect.objectContaining({ req: { method: 'GET', route: '/v1/research/find-all/:text' } }),
  )
})

it('a request names its endpoint, the ids of its path, and who sent it', async () => {
  const log = memory()
  const app = await withApp({ env: { LOG_LEVEL: 'info' }, log_to: log.log_to })
  const { headers, user_id, customer_id } = await signIn(app.services, 'customer')
  await app.call({ method: 'GET', url: '/v1/subjects/77?q=x', headers })
  const told = log.lines.map((line) => JSON.parse(line))
  expect(told.find(({ req }) => req)).toMatchObject({
    req: { method: 'GET', route: '/v1/subjects/:id', ids: { id: '77' } },
    reqId: expect.stringMatching(/^req_/),
  })
  expect(told.find(({ res }) => res)).toMatchObject({
    res: { statusCode: 404, role: 'customer', user_id, customer_id },
    responseTime: expect.any(Number),
  })
})

it('what Node itself cannot read leaves nothing in the log', async () => {
  const log = memory()
  const { app } = await withApp({ env: { LOG_LEVEL: 'debug' }, log_to: log.log_to })
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const { word, spaced_iban } = typed
  for (const bytes of [
    `GET /${spaced_iban} HTTP/1.1\r\n\r\n`,
    `${word} / HTTP/1.1\r\n\r\n`,
    `GET /${word.repeat(4000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    `GET / HTTP/1.1\r\n${word}: \u0000${spaced_iban}\r\n\r\n`,
  ]) {
    const socket = connect(Number(address.port), '127.0.0.1')
    socket.on('error', () => {})
    socket.resume()
    socket.end(bytes)
    await once(socket, 'close')
  }
  expect(log.lines.some((line) => line.includes('request could not be read'))).toBe(true)
  expect(log.found()).toEqual([])
})

it('errors of ours, of PostgreSQL and of a provider are told by code, constraint, table and place', async () => {
  const log = memory()
  const { services } = await withApp()
  const app = Fastify({ logger: loggerOf({ LOG_LEVEL: 'debug' }, log.log_to) })
  onTestFinished(() => app.close())
  const { word, email, spaced_iban } = typed
  const violation = (work: (tx: postgres.TransactionSql) => Promise<unknown>) =>
    services.asSystem((tx) => work(tx as never)).catch((error: unknown) => error)
  const errors = [
    await violation((tx) => tx`select ${word}::text::bigint`),
    await violation(async (tx) => {
      const add = () =>
        tx`insert into users (user_name, nominative, email) values (${word}, ${word}, ${email})`
      await add()
      await add()
    }),
    new Error(`${word}\n    at ${word} (file:///x:1:1)\n${spaced_iban}`),
    Object.assign(new Error(email), { response: `550 <${email}>`, rejected: [email], code: 'EENVELOPE' }),
    new Error('outer', { cause: new AggregateError([new Error(email)], word) }),
    Object.assign(new Error(word), { name: email, raw: { message: spaced_iban }, param: spaced_iban }),
    word,
  ]
  for (const error of errors) {
    app.log.error({ err: error }, 'failed')
    app.log.error({ err: error })
    if (error instanceof Error) app.log.error(error)
  }
  app.log.warn(`Reply was already sent, did you forget it in the "/${word}?q="${word}" (GET) route?`)
  expect(log.found()).toEqual([])
  const told = log.lines.map((line) => JSON.parse(line).err).filter(Boolean)
  expect(told[0]).toMatchObject({ type: 'PostgresError', code: '22P02' })
  expect(told.map(({ code }) => code)).toContain('23505')
  expect(told.find(({ code }) => code === '23505')).toMatchObject({
    table_name: 'users',
    constraint_name: expect.stringMatching(/\w/),
  })
  expect(told.some(({ stack = '' }) => stack.includes('nothing-typed.test.ts'))).toBe(true)
})

it('a job that fails and a mail that is refused are told by their ids', async () => {
  const log = memory()
  const refusing = await refusingMailServer()
  const { services } = await withApp({ env: { LOG_LEVEL: 'debug', SMTP_URL: refusing }, log_to: log.log_to })
  const bill = await makeBill(services, await makeCustomer(services))
  const { word, fiscal_code, email } = typed
  await services.asSystem(async (tx) => {
    await queueEmail(services, tx, {
      ...{ template: 'bill-link', to: email, customer_id: bill.customer_id, bill_id: bill.bill_id },
      ...{ dedupe_key: word, values: {} },
    } as never)
  })
  const [mail] = await services.asSystem((tx) => tx`select email_id from emails where to_address = ${email}`)
  await sendEmail(services, { email_id: mail?.email_id })
  const failing = {
    ...services.jobs['register-resident'],
    run: async () => Promise.reject(new Error(fiscal_code)),
  }
  const broken = { ...services, jobs: { ...services.jobs, 'register-resident': failing } }
  await services.asSystem((tx) =>
    services.queue.enqueue(tx, 'register-resident', {
      ...{ user_name: word, fiscal_code, bill_number: '1', email },
    }),
  )
  await expect(runJobs(broken)).rejects.toThrow()
  const told = log.lines.map((line) => JSON.parse(line))
  expect(told).toContainEqual(
    expect.objectContaining({ msg: 'mail not sent', err: expect.objectContaining({ responseCode: 550 }) }),
  )
  expect(told).toContainEqual(expect.objectContaining({ msg: 'job failed', job: 'register-resident' }))
  expect(log.found()).toEqual([])
  const failed = await services.queue.boss.findJobs('register-resident')
  expect(JSON.stringify(failed.map(({ output }) => output))).not.toContain(fiscal_code)
})

/** A mail server that refuses every address, and quotes it. */
async function refusingMailServer(): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('220 here\r\n')
    socket.on('data', (bytes) => {
      const line = bytes.toString().trim()
      if (line === 'QUIT') return void socket.end('221 bye\r\n')
      socket.write(/^RCPT/i.test(line) ? `550 5.1.1 ${line} ${typed.address} unknown\r\n` : '250 ok\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())))
  return `smtp://127.0.0.1:${(server.address() as { port: number }).port}`
}
