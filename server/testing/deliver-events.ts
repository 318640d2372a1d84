import { runJobs } from '../jobs/worker.ts'
import type { TestApp } from './app.ts'
import type { TestSandbox } from './sandbox.ts'

/** Sends the provider's latest events (at most a hundred) to the webhook, signed, in any order, and applies them. */
export async function deliverEvents(test: TestApp, sandbox: TestSandbox): Promise<void> {
  const { data } = await sandbox.stripe.events.list({ limit: 100 })
  for (const event of data) {
    const payload = JSON.stringify(event)
    const signature = sandbox.stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_test_one' })
    const { status } = await test.call({
      method: 'POST',
      url: '/v1/stripe/webhook/stripe',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload,
    })
    if (status !== 200) throw new Error(`the webhook answered ${status}`)
  }
  await runJobs(test.services)
}
