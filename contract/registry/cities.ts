import { z } from 'zod'
import { endpoint, roles } from '../endpoint.ts'

export const City = z
  .object({ city_id: z.string(), city_desc: z.string(), prov_id: z.string(), zip_codes: z.array(z.string()) })
  .meta({ id: 'City' })
export type City = z.infer<typeof City>

export const listCities = endpoint('GET /v1/city', {
  summary: 'All Italian municipalities; city_id is the ISTAT code, prov_id the vehicle code',
  allow: roles,
  permission: null,
  scope: 'accounts',
  reply: z.array(City),
})
