import { addDays, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { giveRight, makeBuilding } from '../../testing/features/building.ts'
import { only, type SearchFixtures, searchFixtures } from '../../testing/features/search-fixtures.ts'
import { makeBill, makeSubject, signInSubUser } from '../../testing/people.ts'

let fixtures: SearchFixtures
beforeAll(async () => {
  fixtures = await searchFixtures()
})
afterAll(() => fixtures.close())

/** A tenant of the first of two units, with 100.00 overdue and 50.00 due later. */
async function tenant(nominative: string) {
  const { app, customer_id } = fixtures
  const building = await makeBuilding(app.services, customer_id, [500, 500])
  const subject_id = await makeSubject(app.services, customer_id, { nominative })
  await giveRight(app.services, customer_id, building, building.units[0] as number, {
    right_kind: 'tenant',
    subject_id,
  })
  const bill = await makeBill(app.services, customer_id, {
    account_id: building.account_id,
    subject_id,
    amounts: [10_000, 5000],
    due_dates: [addDays(today(), -20), addDays(today(), 40)],
    number: `NUM ${nominative}`,
  })
  return { ...bill, building }
}

it('a bill is found with its state, residue and unit; a payment with its state', async () => {
  const { bill_id } = await tenant('Bonaventura Pia')
  const { body } = await fixtures.find('bonaventura', only('by_bills'))
  expect(body).toMatchObject([
    { bill_id, bill_state: 'overdue', amount: 15_000, residue: 15_000, unit: 'Int. 7, scala A', units: [] },
  ])
  const paid = await fixtures.makePaidBill({
    account: 'Condominio Venturi',
    nominative: 'Venturi Ada',
    number: 'VEN-1',
  })
  const payments = await fixtures.find('venturi', only('by_transactions'))
  expect(payments.body).toMatchObject([
    { payment_id: paid.payment_id, payment_state: 'succeeded', residue: null },
  ])
})

it('a person is found with what they owe and the units in which they have a right today', async () => {
  const { subject_id, building } = await tenant('Bonifazi Remo')
  await giveRight(fixtures.app.services, fixtures.customer_id, building, building.units[1] as number, {
    right_kind: 'owner',
    subject_id,
    until: addDays(today(), -1),
  })
  const { body } = await fixtures.find('bonifazi', only('by_subjects'))
  expect(body).toMatchObject([
    {
      residue: 15_000,
      overdue: 10_000,
      units: [
        {
          unit_name: 'Int. 1, scala A',
          account_name: expect.stringMatching(/^Condominio/),
          right_kind: 'tenant',
        },
      ],
    },
  ])
})

it('a sub-user who may not read bills finds people without sums', async () => {
  await tenant('Boncompagni Lea')
  const { headers } = await signInSubUser(fixtures.app.services, fixtures.customer_id, {
    permissions: ['subjects:read'],
  })
  const { body } = await fixtures.find('boncompagni', {}, headers)
  expect(body).toMatchObject([{ data_from: 'soggetti', residue: null, overdue: null, amount: null }])
  expect(body[0]?.units).toHaveLength(1)
})

it('a sub-user of other condominiums finds no sums and units of these', async () => {
  const { subject_id, building } = await tenant('Bongiovanni Elio')
  const seen = await makeBill(fixtures.app.services, fixtures.customer_id, { subject_id, amounts: [700] })
  const { headers } = await signInSubUser(fixtures.app.services, fixtures.customer_id, {
    permissions: ['subjects:read', 'bills:read'],
    accounts: [seen.account_id],
  })
  const { body } = await fixtures.find('bongiovanni', only('by_subjects'), headers)
  expect(building.account_id).not.toBe(seen.account_id)
  expect(body).toMatchObject([{ subject_id, residue: 700, units: [] }])
})
