import { formatAmount } from '@saldo/domain/money'
import { connect, type Sql, type Tx } from '../server/db/connection.ts'
import { loginsOf } from '../server/db/logins.ts'
import { findResults } from '../server/features/research/research.sql.ts'
import { searchWords } from '../server/features/research/search-words.ts'
import { firstCustomer } from './fill-bills.ts'

const ofAKind = 25
const turns = 9
const everywhere = { accounts: true, subjects: true, bills: true, transactions: true }

/** Milliseconds, each the best of several turns: look-ups by key, and searches by kind of word. */
export type SearchTimes = { lookup: number[]; byKind: Map<string, number[]> }

/**
 * Times look-ups by key and searches for several kinds of words, in turns on one connection, like the act: as a
 * signed-in user, under row-level security, for all kinds of records. `customer_id` null: a super user who searches all
 * customers. Returns the best of the turns, because other load slows the longer one more than its share.
 */
export async function searchTimes(ownerUrl: string, customer_id: number | null): Promise<SearchTimes> {
  const owner = connect(ownerUrl, { max: 1 })
  const words = await wordsByKind(owner)
  const bills =
    await owner`select bill_id from bills where customer_id = ${firstCustomer} order by random() limit 50`
  await owner.end()
  const server = connect((await loginsOf(ownerUrl)).requests, { max: 1 })
  const role = customer_id === null ? 'saldo_super' : 'saldo_customer'
  const best = new Map<string, number>()
  const take = async (name: string, act: (tx: Tx) => Promise<unknown>) => {
    const tx = await server.reserve()
    await tx`begin`.simple()
    await tx`select enter(${role}, ${customer_id}, null, null)`
    const start = performance.now()
    await act(tx)
    best.set(name, Math.min(best.get(name) ?? Infinity, performance.now() - start))
    await tx`commit`.simple()
    tx.release()
  }
  const all = [...words].flatMap(([kind, texts]) => texts.map((text) => ({ name: `${kind} ${text}`, text })))
  for (let turn = 0; turn < turns; turn += 1) {
    for (const { bill_id } of bills) await take(`lookup ${bill_id}`, (tx) => lookUp(tx, bill_id))
    for (const { name, text } of all) await take(name, (tx) => findResults(tx, searchWords(text), everywhere))
  }
  await server.end()
  const timesOf = (kind: string, texts: (string | number)[]) =>
    texts.map((text) => best.get(`${kind} ${text}`) as number)
  return {
    lookup: timesOf(
      'lookup',
      bills.map(({ bill_id }) => bill_id),
    ),
    byKind: new Map([...words].map(([kind, texts]) => [kind, timesOf(kind, texts)])),
  }
}

const lookUp = (tx: Tx, id: number) => tx`
  select bill_id, customer_id, number, amount, issue_date from bills where bill_id = ${id}`

/** Typical search words, taken from one customer's records. */
async function wordsByKind(owner: Sql): Promise<Map<string, string[]>> {
  const of = async (query: string): Promise<string[]> =>
    (await owner.unsafe(`select setseed(0.5)`)) &&
    (await owner.unsafe(`${query} order by random() limit ${ofAKind}`)).map((row) => String(row.word))
  const people = `from subjects where customer_id = ${firstCustomer}`
  const bills = `from bills where customer_id = ${firstCustomer}`
  const amounts = (await of(`select amount as word ${bills}`)).map((cents) => formatAmount(Number(cents)))
  return new Map([
    [
      'rare surname',
      await of(`select split_part(nominative, ' ', 1) as word ${people} and nominative ~ '^[A-Z][a-z]{5} '`),
    ],
    [
      'common surname',
      ['Rossi', 'Ferrari', 'Russo', 'bianchi', 'COLOMBO', 'Esposito', 'de luca', 'D’Angelo'],
    ],
    ['first name', ['Maria', 'Giuseppe', 'Nicolò', 'lucia', 'Federica', 'Domenico']],
    ['surname and name', await of(`select nominative as word ${people}`)],
    ['two letters', ['ro', 'de', 'ma', 'zz', 'a', 'd’', '20', 'b/']],
    ['inner letters', await of(`select substr(nominative, 3, 4) as word ${people}`)],
    ['condominium', ['via roma', 'ghibellina 12', 'dei mille', 'Condominio', 'piazza dante 4']],
    ['codice fiscale', await of(`select fiscal_code as word ${people}`)],
    ['bill number', await of(`select number as word ${bills}`)],
    ['part of a bill number', await of(`select substr(number, 8) as word ${bills}`)],
    ['year', ['2023', '2024', '2025', '2024/']],
    ['amount', amounts],
    [
      'payment',
      await of(`select 'PG-' || payment_id as word from payments where customer_id = ${firstCustomer}`),
    ],
    [
      'nothing found',
      await of(`select 'zq' || translate(md5(bill_id::text), '0123456789', 'kwxjyqzkwx') as word ${bills}`),
    ],
  ])
}
