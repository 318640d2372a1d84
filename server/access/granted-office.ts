import { makeItalianIban } from '@saldo/domain/iban'
import { makeFiscalCode } from '@saldo/domain/registry/fiscal-code'
import type { Services } from '../services.ts'
import { makeBill, makeCustomer } from '../testing/people.ts'

/* An office as plain data: what somebody with a grant must see is read from here, never from the database. */

export type Place = 'Alba' | 'Brera'
export const places: Place[] = ['Alba', 'Brera']

/**
 * People by what makes them known: bills and units in these condominiums. Each has a tax code, an e-mail address and a
 * telephone number; the word `grantelli` is in every name.
 */
export const people: Record<string, { bills: Place[]; units: Place[] }> = {
  'Grantelli Aldo': { bills: ['Alba'], units: [] },
  'Grantelli Bruna': { bills: [], units: ['Alba'] },
  'Grantelli Carla': { bills: ['Alba'], units: ['Alba'] },
  'Grantelli Dario': { bills: ['Alba', 'Brera'], units: [] },
  'Grantelli Elsa': { bills: ['Brera'], units: ['Alba'] },
  'Grantelli Fabio': { bills: ['Brera'], units: [] },
  'Grantelli Gina': { bills: [], units: ['Brera'] },
  'Grantelli Hugo': { bills: [], units: [] },
}
export const emailOf = (name: string) => `casella.${name.split(' ')[1]?.toLowerCase()}@posta.example`
export const phoneOf = (name: string) => `333 77${Object.keys(people).indexOf(name)}01`
/** Made up, but valid. */
export const codeOf = (name: string) =>
  makeFiscalCode({
    surname: 'Grantelli',
    name: name.split(' ')[1] as string,
    birth_date: '1970-01-01',
    sex: 'M',
    belfiore: 'D612',
  })

/** Where somebody is known: the condominiums of their bills and units. */
export const knownIn = (name: string): Place[] =>
  places.filter((place) => people[name]?.bills.includes(place) || people[name]?.units.includes(place))

/** Every bill: its number, condominium, holder and amount in cents. All are unpaid. */
export const bills = Object.entries(people).flatMap(([name, { bills: in_places }], person) =>
  in_places.map((place, at) => ({
    number: `GR-${place}-${name.split(' ')[1]}`,
    place,
    name,
    amount: 10_000 + person * 1_000 + at * 100,
  })),
)

/** Writes the office, with a payment, plan, reminder and debit of each bill, and a note and a document of each person. */
export async function makeGrantedOffice(services: Services) {
  const customer_id = await makeCustomer(services)
  const accounts = new Map<Place, number>()
  const subjects = new Map<string, number>()
  const bill_ids = new Map<string, number>()
  await services.asSystem(async (tx) => {
    for (const [at, place] of places.entries()) {
      const iban = makeItalianIban({
        abi: '05428',
        cab: '11101',
        account: String(770 + at).padStart(12, '0'),
      })
      const account = {
        customer_id,
        name: `Condominio ${place}`,
        city: 'Firenze',
        iban,
        fiscal_code: `9400000000${at}`,
      }
      const [row] = await tx`insert into accounts ${tx(account)} returning account_id`
      accounts.set(place, row?.account_id)
    }
    for (const [name, { units }] of Object.entries(people)) {
      const contacts = { email: emailOf(name), phone: phoneOf(name), fiscal_code: codeOf(name) }
      const [person] = await tx`
        insert into subjects ${tx({ customer_id, nominative: name, ...contacts })} returning subject_id`
      const subject_id = person?.subject_id as number
      subjects.set(name, subject_id)
      for (const place of units) {
        const account_id = accounts.get(place)
        const [unit] = await tx`
          insert into units ${tx({ customer_id, account_id, number: name })} returning unit_id`
        await tx`
          insert into right_holders ${tx({ customer_id, account_id, unit_id: unit?.unit_id, subject_id, right_kind: 'owner' })}`
      }
      await tx`
        insert into notes ${tx({ customer_id, subject_id, kind: 'call', author: 'Ada', text: `Nota di ${name}`, call_back_on: '2026-09-15' })}`
      await tx`
        insert into documents ${tx({ customer_id, subject_id, type: 'other', file_name: `${name}.pdf`, file_path: `documents/${subject_id}`, mime: 'application/pdf', size: 1, sha256: Buffer.alloc(32), scan: 'not_scanned' })}`
    }
  })
  for (const { number, place, name, amount } of bills) {
    const of = { account_id: accounts.get(place), subject_id: subjects.get(name), number, amounts: [amount] }
    const made = await makeBill(services, customer_id, { ...of, due_dates: ['2020-01-15'] } as Parameters<
      typeof makeBill
    >[2])
    bill_ids.set(number, made.bill_id)
    await services.asSystem((tx) => writeWhatFollows(tx, { ...made, amount, email: emailOf(name), name }))
  }
  return { customer_id, accounts, subjects, bill_ids }
}

type Tx = Parameters<Parameters<Services['asSystem']>[0]>[0]
type Followed = { bill_id: number; customer_id: number; account_id: number; subject_id: number } & {
  amount: number
  email: string
  name: string
}

async function writeWhatFollows(tx: Tx, { bill_id, customer_id, account_id, subject_id, ...of }: Followed) {
  const payer = { customer_id, account_id, bill_id, subject_id }
  const { amount, email, name } = of
  const [payment] = await tx`
    insert into payments ${tx({ ...payer, method: 'CARD', amount, state: 'failed', provider_account: 'stripe', receipt_email: email })}
    returning payment_id`
  await tx`insert into payment_bills ${tx({ customer_id, payment_id: payment?.payment_id, bill_id })} on conflict do nothing`
  const event = { customer_id, kind: 'sent', text: `Inviata a ${email}`, actor: 'Sistema' }
  await tx`insert into bill_events ${tx({ ...event, bill_id })}`
  await tx`insert into payment_events ${tx({ ...event, bill_id, payment_id: payment?.payment_id })}`
  const [plan] = await tx`
    insert into plans ${tx({ customer_id, account_id, subject_id, name: `Piano di ${name}`, amount, grace_days: 10, expires_on: '2090-01-01', email, agreement: 'Accordo' })}
    returning plan_id`
  const plan_id = plan?.plan_id
  await tx`insert into plan_bills ${tx({ plan_id, bill_id, customer_id, account_id, position: 1, amount })}`
  await tx`insert into plan_rates ${tx({ plan_id, customer_id, account_id, position: 1, due_date: '2090-01-15', amount })}`
  const [run] = await tx`
    insert into reminder_runs ${tx({ customer_id, account_id, state: 'done' })} returning run_id`
  const [reminder] = await tx`
    insert into reminders ${tx({ customer_id, account_id, subject_id, run_id: run?.run_id, state: 'sent', level: 1, address_form: 'tu', step_name: 'Primo', amount, channel: 'email', to_address: email, title: 'Sollecito', text: 'Testo', email_key: `granted:${bill_id}`, sent_on: '2020-02-08' })}
    returning reminder_id`
  await tx`
    insert into reminder_bills ${tx({ reminder_id: reminder?.reminder_id, position: 1, customer_id, account_id, bill_id, due_date: '2020-01-15', amount, level: 1, asked: true, days: 7, note: '' })}`
  const [source] = await tx`
    insert into payment_sources ${tx({ customer_id, subject_id, provider_account: 'stripe', email, type: 'card', state: 'active', holder: name, brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2090, provider_customer: `cus_${bill_id}`, provider_method: `pm_${bill_id}` })}
    returning source_id`
  await tx`
    insert into debits ${tx({ ...payer, source_id: source?.source_id, instalment_ids: [bill_id + 900_000_000], amount, collect_on: '2090-12-15' })}`
}
