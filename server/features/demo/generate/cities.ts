import type { Tx } from '../../../db/connection.ts'
import { birthplaces } from './names.ts'
import { places } from './places.ts'

export type City = { city_id: string; city_desc: string; prov_id: string; belfiore: string }
export type Cities = ReadonlyMap<string, City>

/** The municipalities that the demo uses, by name. Throws when the table of cities lacks one. */
export async function readCities(tx: Tx): Promise<Cities> {
  const names = [...new Set([...birthplaces, ...places.map(({ city }) => city)])]
  const rows = await tx<City[]>`
    select city_id, city_desc, prov_id, belfiore from cities where city_desc = any(${names})`
  const cities = new Map(rows.map((city) => [city.city_desc, city]))
  const missing = names.filter((name) => !cities.has(name))
  if (missing.length > 0) throw new Error(`not among the cities: ${missing.join(', ')}`)
  return cities
}

export function cityNamed(cities: Cities, name: string): City {
  const city = cities.get(name)
  if (!city) throw new Error(`no city ${name}`)
  return city
}
