import * as contract from '@saldo/contract/registry/cities'
import { serve } from '../../http/serve.ts'

/** Municipalities change a few times a year, so browsers may cache the list for a day. */
const listCities = serve(contract.listCities, async ({ tx, reply }) => {
  reply.header('cache-control', 'public, max-age=86400')
  return tx<never[]>`select city_id, city_desc, prov_id, zip_codes from cities order by city_desc, city_id`
})

export const cityRoutes = [listCities]
