import { readFileSync } from 'node:fs'
import { type BillPhase, billState } from '@saldo/domain/bills/bill'
import { addDays } from '@saldo/domain/dates'
import { checkIban } from '@saldo/domain/iban'
import { isEmail } from '@saldo/domain/registry/email'
import { checkFiscalCode, checkVatNumber } from '@saldo/domain/registry/fiscal-code'
import { describe, expect, it } from 'vitest'
import { type DemoBill, makeBills } from './generate/bills.ts'
import type { Cities, City } from './generate/cities.ts'
import { makeCondominiums } from './generate/condominiums.ts'
import { payBills } from './generate/payments.ts'
import { studios } from './generate/studios.ts'

const { cities, zips } = tableOfCities()
const { condominiums, subjects } = makeCondominiums(cities)

describe('the registry', () => {
  it('has forty condominiums, each with a valid tax code and CAP and, except two, its own IBAN', () => {
    expect(condominiums).toHaveLength(40)
    for (const { place, fiscal_code, iban } of condominiums) {
      expect(checkFiscalCode(fiscal_code)).toMatchObject({ valid: true, kind: 'company', warnings: [] })
      expect(zips.get(place.city), place.name).toContain(place.zip_code)
      if (iban) expect(checkIban(iban)).toMatchObject({ valid: true, reasons: [] })
    }
    const ibans = condominiums.flatMap(({ iban }) => iban ?? [])
    expect(ibans).toHaveLength(38)
    expect(new Set(ibans).size).toBe(38)
    expect(new Set(condominiums.map(({ fiscal_code }) => fiscal_code)).size).toBe(40)
    expect(condominiums.filter(({ place }) => place.provider_account === 'stripe2')).toHaveLength(2)
  })

  it('has about 1,200 people and companies with valid tax codes, some without e-mail', () => {
    expect(subjects.length).toBeGreaterThan(1_150)
    expect(subjects.length).toBeLessThan(1_250)
    for (const { person } of subjects) {
      expect(checkFiscalCode(person.fiscal_code), person.nominative).toMatchObject({
        valid: true,
        warnings: [],
      })
      if (person.email) expect(isEmail(person.email) && person.email.endsWith('example.it')).toBe(true)
    }
    const keys = subjects.map(({ studio, person }) => `${studio} ${person.fiscal_code}`)
    expect(new Set(keys).size).toBe(keys.length)
    const names = subjects.map(({ person }) => person.nominative)
    for (const trait of [/'/, /[àèéìòù]/i, /S\.r\.l\.$/, /ü|č|é/])
      expect(names.some((name) => trait.test(name))).toBe(true)
    expect(subjects.filter(({ person }) => person.email === null).length).toBeGreaterThan(50)
  })

  it('has administrators with valid VAT numbers', () => {
    for (const { vat_number } of studios)
      expect(checkVatNumber(vat_number)).toMatchObject({ valid: true, warnings: [] })
  })

  it('is the same every time', () => {
    expect(JSON.stringify(makeCondominiums(cities).subjects)).toBe(JSON.stringify(subjects))
  })
})

describe.each(['2026-11-21', '2026-01-01', '2028-02-29', '2027-08-15', '2026-03-31'])(
  'the bills on %s',
  (day) => {
    const bills = makeBills(condominiums, day)
    const payments = payBills(bills, day)

    it('are about 15,000 over three years, each the sum of its lines and of its instalments', () => {
      expect(bills.length).toBeGreaterThan(14_500)
      expect(bills.length).toBeLessThan(15_500)
      expect(bills.filter(({ lines, instalments }) => sum(lines) !== sum(instalments))).toEqual([])
      expect(bills[0]?.issue_date.slice(0, 4)).toBe(String(Number(day.slice(0, 4)) - 3))
    })

    it('are in every state except pending, which only the provider can cause', () => {
      const states = Object.groupBy(bills, (bill) =>
        billState({ phase: phaseOf(bill), next_due_date: nextDue(bill) }, day),
      )
      for (const state of [
        'draft',
        'to_pay',
        'due_soon',
        'overdue',
        'partly_paid',
        'paid',
        'returned',
        'cancelled',
        'refunded',
        'disputed',
      ] as const)
        expect(states[state]?.length ?? 0, state).toBeGreaterThan(0)
      expect(states.paid?.length ?? 0).toBeGreaterThan(bills.length * 0.85)
    })

    it('are numbered in order within condominium and year', () => {
      for (const of of Map.groupBy(bills, ({ condominium }) => condominium).values()) {
        const numbers = of.map(({ number }) => number)
        expect(numbers).toEqual([...new Set(numbers)].sort())
        expect(numbers.every((number) => /^20\d\d\/\d{6}$/.test(number))).toBe(true)
      }
    })

    it('are settled by the money that arrived and stayed, never above the amount due', () => {
      const arrived = payments.filter(({ end }) => end === 'succeeded' || end === 'disputed')
      expect(arrived.reduce((total, { amount }) => total + amount, 0)).toBe(
        bills.flatMap(({ instalments }) => instalments).reduce((total, { settled }) => total + settled, 0),
      )
      const parts = bills.flatMap(({ instalments }) => instalments)
      expect(parts.filter(({ settled, amount }) => settled !== 0 && settled !== amount)).toEqual([])
    })

    it('are paid before today, after they were issued, and only where there is an account', () => {
      const midnight = Date.parse(`${day}T00:00:00Z`)
      const wrong = payments.filter(
        ({ bill, created, ended, settled }) =>
          Math.max(ended, settled ?? 0) >= midnight ||
          created <= Date.parse(`${bill.issue_date}T00:00:00Z`) ||
          ended < created ||
          bill.condominium.iban === null,
      )
      expect(wrong.map(told)).toEqual([])
    })

    it('leave the resident bills to pay in more than one condominium', () => {
      const own = bills.filter(({ unit, status }) => unit.holder.is_demo_resident && status === 'issued')
      expect(new Set(own.map(({ condominium }) => condominium)).size).toBe(3)
      const due = own.filter((bill) => ['open', 'partly_paid'].includes(phaseOf(bill)))
      const counts = [...Map.groupBy(due, ({ condominium }) => condominium).values()].map((of) => of.length)
      // One of them is paid by a transfer, and two are left to be paid together.
      expect(Math.max(...counts)).toBeGreaterThanOrEqual(3)
      expect(counts.length).toBeGreaterThanOrEqual(2)
    })

    it('are the same every time', () => {
      const again = makeBills(condominiums, day)
      expect(JSON.stringify(payBills(again, day).map(told))).toBe(JSON.stringify(payments.map(told)))
    })
  },
)

it('there are always bills to pay that are not due yet', () => {
  for (let month = 0; month < 24; month += 5) {
    const day = addDays('2026-01-07', month * 31)
    const bills = makeBills(condominiums, day)
    payBills(bills, day)
    const offered = bills.filter((bill) => phaseOf(bill) === 'open' && nextDue(bill) >= addDays(day, 5))
    expect(offered.length, day).toBeGreaterThan(20)
  }
})

const sum = (parts: readonly { amount: number }[]) => parts.reduce((total, { amount }) => total + amount, 0)
const told = ({ bill, ...payment }: ReturnType<typeof payBills>[number]) => ({
  ...payment,
  number: bill.number,
})

/** The phase as the database's triggers compute it. */
function phaseOf({ status, disputed, instalments }: DemoBill): BillPhase {
  const total = (cents: 'settled' | 'returned' | 'refunded') =>
    instalments.reduce((sum, instalment) => sum + instalment[cents], 0)
  const settled = total('settled')
  if (status !== 'issued') return status
  if (disputed) return 'disputed'
  if (settled >= sum(instalments)) return 'paid'
  if (total('returned') > 0) return 'returned'
  if (settled > 0) return 'partly_paid'
  return total('refunded') > 0 ? 'refunded' : 'open'
}

const nextDue = ({ instalments }: DemoBill) =>
  (instalments.find(({ settled, amount }) => settled < amount) ?? instalments.at(-1))?.due_date ?? ''

/** The rows that the migration loads. */
function tableOfCities(): { cities: Cities; zips: Map<string, string[]> } {
  const csv = readFileSync(new URL('../../db/migrations/0005-cities.csv', import.meta.url), 'utf8')
  const rows = [...csv.matchAll(/^(\d{6}),([^",]+),(\w\w),(\w{4}),"?\{([\d,]*)\}"?$/gm)]
  const found = rows.map(([, city_id = '', city_desc = '', prov_id = '', belfiore = '', zip = '']) => {
    const city: City = { city_id, city_desc, prov_id, belfiore }
    return { city, zip: zip.split(',') }
  })
  return {
    cities: new Map(found.map(({ city }) => [city.city_desc, city])),
    zips: new Map(found.map(({ city, zip }) => [city.city_desc, zip])),
  }
}
