import { expect, it } from 'vitest'
import { withApp } from '../../../testing/app.ts'

it('GET /v1/stripe/apikey: 200: the publishable keys of both accounts, and no secret', async () => {
  const { call } = await withApp()
  const { status, body, raw } = await call({ url: '/v1/stripe/apikey' })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    stripe_public_apikey: 'pk_test_saldo',
    stripe2_public_apikey: 'pk_test_saldo2',
  })
  expect(raw.toString()).not.toMatch(/sk_|whsec_/)
})
