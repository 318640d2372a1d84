import { expect, it } from 'vitest'
import { withApp } from '../testing/app.ts'
import { makeBill, makeCustomer } from '../testing/people.ts'
import { runJobs, work } from './worker.ts'

it('takes the next job of a backlog without waiting for the next poll', async () => {
  const { services } = await withApp()
  const bill = await makeBill(services, await makeCustomer(services))
  await services.asSystem(async (tx) => {
    for (let mail = 0; mail < 300; mail += 1) {
      const [row] = await tx`
        insert into emails (customer_id, bill_id, template, to_address, subject, html, text, dedupe_key)
        values (${bill.customer_id}, ${bill.bill_id}, 'receipt', 'lucia@example.it', 'Ricevuta', '', '', ${`mail:${mail}`})
        returning email_id`
      await services.queue.enqueue(tx, 'send-email', { email_id: row?.email_id })
    }
  })
  await work(services)
  const waiting = () =>
    services.asSystem(async (tx) => (await tx`select from emails where kept_at is null`).length)
  // One job per poll would take five minutes.
  await expect.poll(waiting, { timeout: 90_000, interval: 200 }).toBe(0)
})

it('retries only the job that failed', async () => {
  const { services } = await withApp()
  await services.asSystem(async (tx) => {
    await services.queue.enqueue(tx, 'send-email', { email_id: -1 })
    await services.queue.enqueue(tx, 'read-import', { import_id: -1 })
    for (const attempt_id of [-1, -2]) await services.queue.enqueue(tx, 'settle-attempt', { attempt_id })
  })
  await work(services)
  const states = async (name: string) =>
    (await services.queue.boss.findJobs(name)).map(({ state }) => state).sort()
  await expect.poll(() => states('settle-attempt'), { timeout: 60_000 }).toEqual(['failed', 'failed'])
  await expect.poll(() => states('send-email'), { timeout: 60_000 }).toEqual(['completed'])
})

it('deletes what a stranger typed an hour after its job ended', async () => {
  const { services } = await withApp()
  const { boss } = services.queue
  const typed = { user_name: 'ada', fiscal_code: 'RSSMRA80A01H501U', bill_number: '1', email: null }
  await services.asSystem(async (tx) => {
    await services.queue.enqueue(tx, 'register-resident', typed)
    await services.queue.enqueue(tx, 'read-import', { import_id: -1 })
  })
  await runJobs(services)
  const left = async () => [
    (await boss.findJobs('register-resident')).length,
    (await boss.findJobs('read-import')).length,
  ]
  expect(await left()).toEqual([1, 1])
  await boss.getDb().executeSql(`update pgboss.job set completed_on = now() - interval '61 minutes'`)
  await boss.supervise()
  expect(await left()).toEqual([0, 1])
})
