import { expect, it } from 'vitest'
import { withApp } from '../../testing/app.ts'

it('GET /v1/city: 200: all municipalities by name, without signing in', async () => {
  const { call } = await withApp()
  const { status, body } = await call({ url: '/v1/city' })
  expect(status).toBe(200)
  const cities = body as { city_id: string; city_desc: string; prov_id: string }[]
  expect(cities.length).toBeGreaterThan(7000)
  expect(cities).toContainEqual(expect.objectContaining({ city_desc: 'Firenze', prov_id: 'FI' }))
})
