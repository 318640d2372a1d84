import * as contract from '@saldo/contract/cities'
import { serve } from '../../http/serve.ts'

/** The municipalities change a few times a year: browsers may keep the list for a day. */
const listCities = serve(contract.listCities, async ({ tx, reply }) => {
  reply.header('cache-control', 'public, max-age=86400')
  return tx<never[]>`select city_id, city_desc, prov_id, zip_codes from cities order by city_desc, city_id`
})

export const cityRoutes = [listCities]
