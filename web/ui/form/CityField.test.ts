import { describe, expect, it } from 'vitest'
import { citiesLike } from './CityField.tsx'

const city = (city_desc: string) => ({ city_id: city_desc, city_desc, prov_id: 'XX', zip_codes: [] })
const cities = [
  'Campi Bisenzio',
  'Roma',
  'Romagnano Sesia',
  'San Polo dei Cavalieri',
  'Forlì',
  'Torre San Giorgio',
].map(city)
const names = (text: string) => citiesLike(cities, text).map(({ city_desc }) => city_desc)

describe('citiesLike', () => {
  it('puts names that begin so first, the shortest of them on top', () => {
    expect(names('rom')).toEqual(['Roma', 'Romagnano Sesia'])
    expect(names('san')).toEqual(['San Polo dei Cavalieri', 'Torre San Giorgio'])
  })
  it('does not ask for accents', () => expect(names('forli')).toEqual(['Forlì']))
  it('gives no more than asked', () => expect(citiesLike(cities, '', 2)).toHaveLength(2))
})
