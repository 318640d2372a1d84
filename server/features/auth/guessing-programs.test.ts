import { expect, it } from 'vitest'
import { withApp } from '../../testing/app.ts'
import { signIn } from '../../testing/people.ts'

it('many wrong names at one address delay a neighbour’s program there by seconds', async () => {
  const { call, services } = await withApp()
  const { customer_id, headers } = await signIn(services, 'customer')
  const login = { customer_id, username: 'gestionale', password: 'tre gatti e un cane' }
  expect((await call({ method: 'POST', url: '/v1/users/api/login', headers, body: login })).status).toBe(200)
  const enter = (username: string) =>
    call({
      method: 'POST',
      url: '/oauth/token',
      remoteAddress: '198.51.100.7',
      headers: {
        authorization: `Basic ${Buffer.from('api:api').toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ grant_type: 'password', username, password: login.password }).toString(),
    })
  const later = (seconds: number) =>
    services.asSystem(
      (tx) => tx`update sign_in_failures set last_at = last_at - make_interval(secs => ${seconds})`,
    )
  expect((await enter('gestionale')).status).toBe(200)

  expect((await enter('nome sbagliato')).status).toBe(400)
  // As if it had been very many: to try each takes a minute. The program's own counters stay at 0.
  await services.asSystem((tx) => tx`update sign_in_failures set failures = 5000 where failures > 0`)
  const delayed = await enter('gestionale')
  expect(delayed.status).toBe(429)
  expect(Number(delayed.headers['retry-after'])).toBeLessThanOrEqual(10)
  await later(10)
  expect((await enter('gestionale')).status).toBe(200)
})
