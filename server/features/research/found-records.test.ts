import type { SearchResult } from '@saldo/contract/reports/research'
import { fold } from '@saldo/domain/fold'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { only, type SearchFixtures, searchFixtures } from '../../testing/features/search-fixtures.ts'
import { signIn } from '../../testing/people.ts'

let fixtures: SearchFixtures
beforeAll(async () => {
  fixtures = await searchFixtures()
})
afterAll(() => fixtures.close())

describe('among few records', () => {
  type Made = { name: string; word: string; number: string }
  const pieces = [
    'Rò',
    'ssi',
    'LU',
    'cía',
    'd’',
    "o'",
    '%',
    '_',
    '\\',
    '"',
    'ma',
    'rio',
    '12',
    '/',
    '-',
    ' ',
    'Ñandú',
  ]
  const name = fc
    .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 5 })
    .map((some) => some.join('').trim())
    .filter((made) => made !== '')
  const record = fc.record({ name, word: name, number: name })

  it('the search finds the same as a comparison with each record', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { minLength: 1, maxLength: 8 }),
        fc.array(fc.oneof(name, fc.nat(7)), { minLength: 4, maxLength: 8 }),
        async (records, texts) => {
          const office = await signIn(fixtures.app.services, 'customer')
          const made = await insert(office.customer_id, records)
          for (const text of texts) {
            // A whole name, or a part from its middle: texts that match something.
            const typed =
              typeof text === 'number' ? (records[text % records.length]?.name.slice(text % 3) ?? '') : text
            if (typed.trim() === '') continue
            const { status, body } = await fixtures.find(typed, {}, office.headers)
            expect(status, typed).toBe(200)
            expect(idsOf(body), JSON.stringify(typed)).toEqual(naive(made, typed))
          }
        },
      ),
      { numRuns: 25 },
    )
  })

  type Inserted = Made & { account_id: number; subject_id: number; bill_id: number }

  async function insert(customer: number, records: Made[]): Promise<Inserted[]> {
    return fixtures.app.services.asSystem(async (tx) => {
      const inserted: Inserted[] = []
      for (const [at, made] of records.entries()) {
        const [account] = await tx`
          insert into accounts (customer_id, name) values (${customer}, ${made.word}) returning account_id`
        const [subject] = await tx`
          insert into subjects (customer_id, nominative) values (${customer}, ${made.name}) returning subject_id`
        const keys = { account_id: account?.account_id as number, subject_id: subject?.subject_id as number }
        const [bill] = await tx`
          insert into bills ${tx({ customer_id: customer, ...keys, number: made.number, description: 'Rata', issue_date: '2026-09-01', amount: 7_000_001 + at })}
          returning bill_id`
        const part = { customer_id: customer, bill_id: bill?.bill_id, position: 1, amount: 7_000_001 + at }
        await tx`insert into bill_lines ${tx({ ...part, description: 'Spese' })}`
        await tx`insert into bill_instalments ${tx({ ...part, due_date: '2026-12-15' })}`
        inserted.push({ ...made, ...keys, bill_id: bill?.bill_id as number })
      }
      return inserted
    })
  }

  const idsOf = (found: SearchResult[]) => ({
    accounts: found
      .filter((one) => one.data_from === 'condomini')
      .map((one) => one.account_id)
      .sort(),
    subjects: found
      .filter((one) => one.data_from === 'soggetti')
      .map((one) => one.subject_id)
      .sort(),
    bills: found
      .filter((one) => one.data_from === 'bollette')
      .map((one) => one.bill_id)
      .sort(),
  })

  function naive(records: Inserted[], text: string) {
    const phrase = fold(text)
    const words = phrase.split(' ')
    const long = (word: string) => /[a-z0-9]{3}/.test(word)
    const contains = (folded: string) =>
      words.some(long)
        ? words.every((word) => (long(word) ? folded : ` ${folded}`).includes(long(word) ? word : ` ${word}`))
        : folded.startsWith(phrase)
    const plain = (number: string) => fold(number).replace(/[^0-9a-z]/g, '')
    // A whole number is meant exactly: numbers that only contain it are left out.
    const whole = ({ number }: Made) => phrase.length > 6 && /\d/.test(phrase) && fold(number) === phrase
    const anyWhole = records.some(whole)
    const numbered = (one: Made) => (anyWhole ? whole(one) : contained(one))
    const contained = ({ number }: Made) =>
      contains(/[^0-9A-Za-z]/.test(number) ? `${fold(number)} ${plain(number)}` : fold(number))
    const named = ({ name }: Made) => contains(`${fold(name)}  `)
    return {
      accounts: records
        .filter(({ word }) => contains(`${fold(word)}   `))
        .map((one) => one.account_id)
        .sort(),
      subjects: records
        .filter(named)
        .map((one) => one.subject_id)
        .sort(),
      bills: records
        .filter((one) => named(one) || numbered(one))
        .map((one) => one.bill_id)
        .sort(),
    }
  }
})

describe('among many records', () => {
  let office: Awaited<ReturnType<typeof signIn>>
  beforeAll(async () => {
    office = await signIn(fixtures.app.services, 'customer')
    // The expected names are among the oldest records, where reading only the latest would miss them.
    await fixtures.app.services.asSystem(
      (tx) => tx`
        insert into subjects (customer_id, nominative)
        select ${office.customer_id}, case
          when n <= 3 then 'Quaranta Delfina' when n <= 33 then 'Ottaviano ' || n when n <= 63 then 'Sanna Ottavia ' || n
          else 'Persona ' || n end
        from generate_series(1, 1500) n`,
    )
  })
  const names = async (text: string) =>
    (await fixtures.find(text, only('by_subjects'), office.headers)).body.map((one) => one.subject_nominative)

  it('a rare name is found anywhere in the table', async () => {
    expect(await names('delfina')).toEqual(Array(3).fill('Quaranta Delfina'))
    expect(await names('elfin')).toHaveLength(3)
    expect(await names('delfina quaranta')).toHaveLength(3)
  })

  it('ten of many are found, those that begin with the text before those that contain it', async () => {
    const found = await names('ottavi')
    expect(found).toHaveLength(10)
    for (const name of found) expect(name).toMatch(/^Ottaviano/)
    expect(await names('anna')).toHaveLength(10)
    expect(await names('persona')).toHaveLength(10)
    expect((await names('persona 1499'))[0]).toBe('Persona 1499')
    expect(await names('q')).toHaveLength(3)
  })
})
