import { makeItalianIban } from '@saldo/domain/iban'
import { type Cities, type City, cityNamed } from './cities.ts'
import { type Person, peopleMaker } from './people.ts'
import { type Place, places } from './places.ts'
import { type Dice, dice } from './seeded-random.ts'
import { makeTaxNumber } from './tax-number.ts'

export type Unit = {
  label: string
  kind: 'flat' | 'box' | 'shop'
  /** Relative weight, before weights are scaled to a thousand. */
  weight: number
  holder: Person
  /** Its holder pays half a year late, whatever their usual habit. */
  behind?: true
}
export type Condominium = {
  place: Place
  city: City
  fiscal_code: string
  iban: string | null
  units: Unit[]
  /** Day of the month on which its instalments are due. */
  due_day: number
  /** Months after January when the year's first instalment is due. */
  first_month: number
}
/** A person in an administrator's registry. */
export type Subject = { studio: number; person: Person; at: Place; city: City }

/** Makes the condominiums with their units, and the people of each administrator's registry. Always the same. */
export function makeCondominiums(cities: Cities): { condominiums: Condominium[]; subjects: Subject[] } {
  const random = dice(1129)
  const make = peopleMaker(random, cities)
  const demoResident = make.demoResident()
  const subjects = new Map<string, Subject>()
  const condominiums = places.map((place, index) => {
    const city = cityNamed(cities, place.city)
    const register = (person: Person): Person => {
      const key = `${place.studio} ${person.fiscal_code}`
      if (!subjects.has(key)) subjects.set(key, { studio: place.studio, person, at: place, city })
      return person
    }
    const holder = holderMaker(random, make, city, register)
    const units = unitsOf(place, random, holder)
    const flat = units[demoResidentLivesIn[index] ?? -1]
    const box = index === behindIn ? units.find(({ kind }) => kind === 'box') : undefined
    for (const unit of [flat, box]) {
      if (!unit) continue
      unit.holder = register(demoResident)
      if (index === behindIn) unit.behind = true
    }
    // People without bills: tenants and co-owners.
    for (let extra = 0; extra < Math.round(units.length / 7); extra += 1) register(make.person())
    return {
      place,
      city,
      units,
      fiscal_code: makeTaxNumber(`9${random.digits(6)}`, city.city_id.slice(0, 3)),
      iban: place.taken_over ? null : ibanIn(city, random),
      due_day: 1 + ((index * 11) % 28),
      first_month: index % (12 / place.instalments_a_year),
    }
  })
  return { condominiums, subjects: [...subjects.values()] }
}

/** Condominium → unit: two of the first administrator, one of the second. */
const demoResidentLivesIn: Readonly<Record<number, number>> = { 0: 6, 5: 11, 24: 3 }
/** The condominium where they also have a box, and always have several open bills. */
const behindIn = 0

/** A box belongs to somebody of the building; four in a hundred flats to the owner of another flat. */
function holderMaker(
  random: Dice,
  make: ReturnType<typeof peopleMaker>,
  city: City,
  register: (person: Person) => Person,
) {
  const owners: Person[] = []
  return (kind: Unit['kind']): Person => {
    if (kind === 'shop') return register(make.business(city.city_id.slice(0, 3)))
    if (owners.length > 0 && random.chance(kind === 'box' ? 0.6 : 0.04)) return random.pick(owners)
    const person = register(make.person())
    owners.push(person)
    return person
  }
}

function unitsOf(place: Place, random: Dice, holder: (kind: Unit['kind']) => Person): Unit[] {
  const perStair = Math.ceil(place.flats / place.stairs)
  const unit = (kind: Unit['kind'], label: string, least: number, most: number): Unit => ({
    kind,
    label,
    weight: random.between(least, most),
    holder: holder(kind),
  })
  const flats = Array.from({ length: place.flats }, (_, index) => {
    const stair = 'ABCD'.charAt(Math.floor(index / perStair))
    const door = (index % perStair) + 1
    return unit('flat', place.stairs > 1 ? `Int. ${door}, scala ${stair}` : `Int. ${door}`, 18, 42)
  })
  const shops = Array.from({ length: place.shops }, (_, index) =>
    unit('shop', `Negozio ${index + 1}`, 30, 60),
  )
  const boxes = Array.from({ length: place.boxes }, (_, index) => unit('box', `Box ${index + 1}`, 2, 5))
  return [...flats, ...shops, ...boxes]
}

/** Banks that condominiums of this region use. */
// biome-ignore format: a list is read at a glance
const banks = [
  '03069', '02008', '05034', '05387', '01030', '06230', '03032', '08425', '08673', '08736', '01005', '05696', '07601',
]
/** The CAB (branch code) of a bank's branch in the town. */
// biome-ignore format: a table is read at a glance
const towns: Readonly<Record<string, string>> = {
  Firenze: '02800', Scandicci: '38080', 'Sesto Fiorentino': '38100', Prato: '21500', Empoli: '37830', Pistoia: '13800',
  Lucca: '13700', Pisa: '14000', Siena: '14200', Arezzo: '14100', Grosseto: '14300', 'Bagno a Ripoli': '37720',
  Viareggio: '24800', Bologna: '02400', Modena: '12900', "Reggio nell'Emilia": '12800', Parma: '12700', Ferrara: '13000',
  Ravenna: '13100', Rimini: '24200', Imola: '21000', Carpi: '23300', Faenza: '23700', Verona: '11700', Padova: '12100',
}
const ibanIn = (city: City, random: Dice) =>
  makeItalianIban({
    abi: random.pick(banks),
    cab: towns[city.city_desc] ?? '02800',
    account: random.digits(9),
  })
