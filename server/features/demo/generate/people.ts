import { addDays, type Day, daysBetween } from '@saldo/domain/dates'
import { fold } from '@saldo/domain/fold'
import { makeFiscalCode } from '@saldo/domain/registry/fiscal-code'
import { type Cities, cityNamed } from './cities.ts'
import { birthplaces, bornAbroad, companies, mensNames, surnames, womensNames } from './names.ts'
import type { Dice } from './seeded-random.ts'
import { makeTaxNumber } from './tax-number.ts'

/** When a person pays: before or around the due date, weeks later, on the very day, or rarely. */
export type Habit = 'prompt' | 'slow' | 'on_the_day' | 'debtor'
export type Way = 'CARD' | 'SEPA_DEBIT' | 'KLARNA' | 'BANK_TRANSFER'

export type Person = {
  nominative: string
  fiscal_code: string
  email: string | null
  phone: string | null
  /** Lives in the condominium, or lets the flat and lives elsewhere. */
  lives_there: boolean
  is_demo_resident: boolean
  habit: Habit
  way: Way
  card: { brand: 'visa' | 'mastercard' | 'american-express'; last4: string }
  bank_last4: string
}

/** Makes people and companies, all different in name, tax code and e-mail. */
export function peopleMaker(dice: Dice, cities: Cities) {
  const taken = new Set<string>()
  let company = 0

  const fresh = (key: string): boolean => !taken.has(key) && Boolean(taken.add(key))

  function person(): Person {
    for (;;) {
      const { surname, name, sex, belfiore } = nameOf(dice, cities)
      const nominative = `${surname} ${name}`
      const fiscal_code = makeFiscalCode({ surname, name, birth_date: birthDate(dice), sex, belfiore })
      if (taken.has(nominative) || !fresh(fiscal_code)) continue
      taken.add(nominative)
      const email = dice.chance(0.88) ? `${plain(name)}.${plain(surname)}@example.it` : null
      return { ...habitsOf(dice), nominative, fiscal_code, email, phone: phoneOf(dice), ...resident(dice) }
    }
  }

  /** A shop, an office or an owner of let flats; each name is used once. */
  function business(office: string): Person {
    const nominative = companies[company % companies.length] as string
    company += 1
    let fiscal_code = ''
    do fiscal_code = makeTaxNumber(`0${dice.digits(6)}`, office)
    while (!fresh(fiscal_code))
    const email = `info@${plain(nominative.replace(/ (di|S\.|&).*/, ''))}.example.it`
    const way = dice.weighted({ BANK_TRANSFER: 6, SEPA_DEBIT: 3, CARD: 1, KLARNA: 0 })
    return { ...habitsOf(dice), way, nominative, fiscal_code, email, phone: null, ...resident(dice) }
  }

  /** The consumer who signs in as condomino: always pays on the last day, so something is always left to pay. */
  function demoResident(): Person {
    const birth = { surname: 'Conti', name: 'Lucia', birth_date: '1978-04-12', sex: 'F' as const }
    const fiscal_code = makeFiscalCode({ ...birth, belfiore: cityNamed(cities, 'Firenze').belfiore })
    taken.add('Conti Lucia').add(fiscal_code)
    return {
      ...habitsOf(dice),
      ...{ nominative: 'Conti Lucia', fiscal_code, email: 'lucia.conti@example.it', phone: '333 000 0412' },
      ...{ lives_there: true, is_demo_resident: true, habit: 'on_the_day', way: 'CARD' },
    }
  }

  return { person, business, demoResident }
}

function nameOf(dice: Dice, cities: Cities) {
  if (dice.chance(0.05)) {
    const [surname, name, sex, belfiore] = dice.pick(bornAbroad)
    return { surname, name, sex, belfiore }
  }
  const sex = dice.chance(0.5) ? ('F' as const) : ('M' as const)
  const { belfiore } = cityNamed(cities, dice.pick(birthplaces))
  return {
    surname: dice.pick(surnames),
    name: dice.pick(sex === 'F' ? womensNames : mensNames),
    sex,
    belfiore,
  }
}

/** A birth date of somebody from 24 to 88 years old at the end of 2024. */
const birthDate = (dice: Dice): Day => {
  const [from, to] = ['1936-01-01', '2000-12-31']
  return addDays(from, dice.between(0, daysBetween(from, to)))
}

function habitsOf(dice: Dice) {
  return {
    habit: dice.weighted({ prompt: 70, slow: 25, debtor: 5 }) as Habit,
    way: dice.weighted({ CARD: 38, SEPA_DEBIT: 32, BANK_TRANSFER: 26, KLARNA: 4 }) as Way,
    card: {
      brand: dice.weighted({ visa: 5, mastercard: 4, 'american-express': 1 }) as Person['card']['brand'],
      last4: dice.digits(4),
    },
    bank_last4: dice.digits(4),
  }
}

const resident = (dice: Dice) => ({ lives_there: dice.chance(0.8), is_demo_resident: false })

/** Phone numbers that no operator has assigned. */
const phoneOf = (dice: Dice): string | null => {
  const prefix = dice.pick(['320', '333', '338', '347', '349', '380', '392'])
  return dice.chance(0.7) ? `${prefix} 000 ${dice.digits(4)}` : null
}

const plain = (name: string) => fold(name).replace(/[^a-z]/g, '')
