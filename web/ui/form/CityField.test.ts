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
  it('lists names that begin with the text first, shortest on top', () => {
    expect(names('rom')).toEqual(['Roma', 'Romagnano Sesia'])
    expect(names('san')).toEqual(['San Polo dei Cavalieri', 'Torre San Giorgio'])
  })
  it('ignores accents', () => expect(names('forli')).toEqual(['Forlì']))
  it('respects the limit', () => expect(citiesLike(cities, '', 2)).toHaveLength(2))
})
