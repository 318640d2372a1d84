import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../testing/app.ts'
import { billImports } from '../../../testing/features/bill-imports.ts'
import { registryFixtures } from '../../../testing/features/registry-fixtures.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const rossi = 'RSSMRA60D10F205B'
const registry = (...rows: string[]) =>
  Buffer.from(['Condominio;Interno;Nominativo;C.F.', ...rows].join('\n'))
const bills = (...rows: string[]) =>
  Buffer.from(['Condominio;Interno;Nominativo;C.F.;Scadenza;Importo', ...rows].join('\n'))

describe('a tax code that the office has with another name', () => {
  it('is wrong in a registry, and right again with the name corrected', async () => {
    const { upload, write, check, rowsOf, there } = await registryFixtures(test)
    await write((await upload(registry(`I Tigli;1;Rossi Mario;${rossi}`))).import_id)
    const same = await upload(registry(`I Tigli;1;Sig. MARIO ROSSI;${rossi}`), 'b.csv')
    expect(same.counts).toMatchObject({ errors: 0, same_rows: 1 })
    const other = await upload(registry(`I Tigli;2;Bianchi Anna;${rossi}`), 'c.csv')
    expect(other.counts).toMatchObject({ errors: 1, new_rows: 0 })
    const [row] = await rowsOf(other.import_id, 'error')
    expect(row?.issues[0]).toMatchObject({
      code: 'other_name',
      message: expect.stringContaining('in Saldo è di Rossi Mario, qui è di Bianchi'),
    })
    const corrections = [{ sheet: 'c', ref: 'C2', value: 'Rossi Mario' }]
    const corrected = await check(other.import_id, { corrections })
    expect(corrected.counts).toMatchObject({ errors: 0, new_rows: 1, new_subjects: 0 })
    expect(await there()).toMatchObject({ subjects: 1 })
  })

  it('is wrong in a list of bills', async () => {
    const { upload, confirm, written } = await billImports(test)
    await confirm((await upload(bills(`I Tigli;1;Rossi Mario;${rossi};31/12/2027;100`), 'a.csv')).import_id)
    const other = await upload(bills(`I Tigli;2;Bianchi Anna;${rossi};31/12/2027;80`), 'b.csv')
    expect(other.counts).toMatchObject({ errors: 1, new_bills: 0 })
    expect((await confirm(other.import_id)).status).toBe(409)
    expect(await written()).toMatchObject({ bills: 1, subjects: 1 })
  })
})

describe('a person in a unit that others own', () => {
  const registryWithRights = async () => {
    const fixtures = await registryFixtures(test)
    const rights = () =>
      test.services.asSystem(
        (tx) => tx`
          select s.nominative, h.share_numerator, h.share_denominator, h.since::text, h.until::text
          from right_holders h join subjects s on s.subject_id = h.subject_id
          where h.customer_id = ${fixtures.customer_id} order by 1 desc`,
      )
    return { ...fixtures, rights }
  }
  const already = async () => {
    const fixtures = await registryWithRights()
    await fixtures.write((await fixtures.upload(registry('I Tigli;4;Rossi Mario;'))).import_id)
    const unclear = await fixtures.upload(registry('I Tigli;4;Bianchi Anna;'), 'b.csv')
    const [asked] = unclear.questions
    const answer = async (value: string) => {
      await fixtures.check(unclear.import_id, {
        answers: [{ question: asked?.question, sheet: null, table: null, value }],
      })
      return fixtures.write(unclear.import_id)
    }
    return { ...fixtures, unclear, asked, answer }
  }
  const whole = { share_numerator: 1, share_denominator: 1, since: null, until: null }

  it('is asked about while the file names none of them, and nothing is written before the answer', async () => {
    const { unclear, asked, write, there } = await already()
    expect(unclear.counts).toMatchObject({ errors: 0, new_rows: 1 })
    expect(asked?.text).toBe(
      'Int. 4 (I Tigli): in Saldo c’è Rossi Mario (proprietà), nel foglio c’è invece Bianchi Anna. Si aggiunge o prende il suo posto?',
    )
    expect((await write(unclear.import_id)).status).toBe(409)
    expect(await there()).toMatchObject({ rights: 1 })
  })

  it('joins them in equal parts, and undoing gives the first the whole again', async () => {
    const { answer, rights, undo, unclear } = await already()
    expect((await answer('joins')).body.state).toBe('done')
    const half = { ...whole, share_denominator: 2 }
    expect(await rights()).toEqual([
      { nominative: 'Rossi Mario', ...half },
      { nominative: 'Bianchi Anna', ...half },
    ])
    expect((await undo(unclear.import_id)).body.state).toBe('undone')
    expect(await rights()).toEqual([{ nominative: 'Rossi Mario', ...whole }])
  })

  it('takes their place from a day, and undoing opens the right of before again', async () => {
    const { answer, rights, undo, unclear } = await already()
    expect((await answer('takes:2026-03-01')).body.state).toBe('done')
    expect(await rights()).toEqual([
      { nominative: 'Rossi Mario', ...whole, until: '2026-02-28' },
      { nominative: 'Bianchi Anna', ...whole, since: '2026-03-01' },
    ])
    expect((await undo(unclear.import_id)).body.state).toBe('undone')
    expect(await rights()).toEqual([{ nominative: 'Rossi Mario', ...whole }])
  })

  it('has an equal part beside those whom the file names, too, when it states no shares', async () => {
    const { upload, write, check, rights } = await already()
    const both = await upload(registry('I Tigli;4;Rossi Mario;', 'I Tigli;4;Bianchi Anna;'), 'c.csv')
    const [asked] = both.questions
    const answers = [{ ...asked, value: 'owner' }].map(({ question, sheet, table, value }) => ({
      question,
      sheet,
      table,
      value,
    }))
    await check(both.import_id, { answers })
    expect((await write(both.import_id)).body.state).toBe('done')
    const half = { ...whole, share_denominator: 2 }
    expect(await rights()).toEqual([
      { nominative: 'Rossi Mario', ...half },
      { nominative: 'Bianchi Anna', ...half },
    ])
  })

  it('takes their place from the day that the person says, whatever day the file says', async () => {
    const { upload, check, write, rights } = await already()
    const file = 'Condominio;Interno;Nominativo;C.F.;Dal\nI Tigli;4;Verdi Ugo;;01/02/2026'
    const later = await upload(file, 'd.csv')
    const [asked] = later.questions
    await check(later.import_id, {
      answers: [{ question: asked?.question, sheet: null, table: null, value: 'takes:2026-05-01' }],
    })
    expect((await write(later.import_id)).body.state).toBe('done')
    expect(await rights()).toEqual([
      { nominative: 'Verdi Ugo', ...whole, since: '2026-05-01' },
      { nominative: 'Rossi Mario', ...whole, until: '2026-04-30' },
    ])
  })

  it('is asked about before writing, too, when the other was added after the preview', async () => {
    const { upload, send, write, rights } = await registryWithRights()
    const early = await upload(registry('I Tigli;4;Bianchi Anna;'), 'b.csv')
    expect(early.questions).toEqual([])
    await write((await upload(registry('I Tigli;4;Rossi Mario;'))).import_id)
    const { body } = await write(early.import_id)
    expect(body).toMatchObject({ state: 'to_check' })
    expect(body.notes.join()).toContain('le persone di un’unità sono cambiate')
    const again = (await send('GET', `/v1/accounts/import/${early.import_id}`)).body
    expect(again.questions.map(({ text }) => text).join()).toContain('nel foglio c’è invece Bianchi Anna')
    expect(await rights()).toEqual([{ nominative: 'Rossi Mario', ...whole }])
  })

  it('stays out when the unit is to stay as it is', async () => {
    const { answer, rights } = await already()
    expect((await answer('keep')).body.state).toBe('done')
    expect(await rights()).toEqual([{ nominative: 'Rossi Mario', ...whole }])
  })

  it('with a stated share leaves the rest to the one who had the whole, and more than the rest is wrong', async () => {
    const { upload, write, check, rights, rowsOf } = await registryWithRights()
    await write((await upload(registry('I Tigli;4;Rossi Mario;'))).import_id)
    const join = async (share: string, name: string) => {
      const read = await upload(`Condominio;Interno;Nominativo;Quota\nI Tigli;4;${name};${share}`, 'd.csv')
      const answers = read.questions.map(({ question, sheet, table }) => ({
        question,
        sheet,
        table,
        value: 'joins',
      }))
      return check(read.import_id, { answers })
    }
    const quarter = await join('1/4', 'Verdi Ugo')
    expect((await write(quarter.import_id)).body.state).toBe('done')
    expect(await rights()).toEqual([
      { nominative: 'Verdi Ugo', ...whole, share_denominator: 4 },
      { nominative: 'Rossi Mario', ...whole, share_numerator: 3, share_denominator: 4 },
    ])
    const half = await join('1/2', 'Neri Ada')
    expect(half.counts).toMatchObject({ errors: 1 })
    expect((await rowsOf(half.import_id, 'error'))[0]?.issues[0]?.message).toContain('le quote di tutti')
  })

  it('may be somebody else with the name of a person of another unit', async () => {
    const { upload, write, check, there } = await registryFixtures(test)
    await write((await upload(registry('I Tigli;4;Neri Paolo;'))).import_id)
    const other = await upload(registry('I Tigli;5;Neri Paolo;'), 'b.csv')
    const [asked] = other.questions
    expect(asked?.text).toBe(
      'Neri Paolo nel foglio ha int. 5; in Saldo Neri Paolo ha Int. 4: è la stessa persona?',
    )
    const answer = (value: string) =>
      check(other.import_id, { answers: [{ question: asked?.question, sheet: null, table: null, value }] })
    expect(await answer('is:1')).toMatchObject({ error: 'no_such_answer' })
    await answer('new')
    expect((await write(other.import_id)).body.state).toBe('done')
    expect(await there()).toMatchObject({ subjects: 2, rights: 2 })
    const again = await upload(registry('I Tigli;5;Neri Paolo;'), 'c.csv')
    expect(again).toMatchObject({ questions: [], counts: { same_rows: 1, new_rows: 0 } })
  })

  it('is said to stay when the file does not name them', async () => {
    const { upload, write } = await registryFixtures(test)
    const both = 'Condominio;Interno;Nominativo;Ruolo\nI Tigli;4;Rossi Mario;P\nI Tigli;4;Neri Ada;P'
    await write((await upload(both)).import_id)
    const one = await upload(registry('I Tigli;4;Rossi Mario;'), 'b.csv')
    expect(one.notes.join()).toContain('Int. 4 Neri Ada (proprietà)')
  })

  it('may be somebody who is there, with the name in another order', async () => {
    const { upload, write, check, there } = await registryFixtures(test)
    await write((await upload(registry('I Tigli;4;Neri Paolo;'))).import_id)
    const other = await upload(registry('I Tigli;5;Paolo Neri;'), 'b.csv')
    const [asked] = other.questions
    expect(asked).toMatchObject({ text: 'Paolo Neri nel foglio: è una persona che c’è già nel condominio?' })
    const value = asked?.options[0]?.value
    await check(other.import_id, {
      answers: [{ question: asked?.question, sheet: null, table: null, value }],
    })
    expect((await write(other.import_id)).body.state).toBe('done')
    expect(await there()).toMatchObject({ subjects: 1, rights: 2 })
  })

  it('takes the place of one whose right has ended', async () => {
    const { upload, write, customer_id, there } = await registryFixtures(test)
    await write((await upload(registry('I Tigli;4;Rossi Mario;'))).import_id)
    await test.services.asSystem(
      (tx) => tx`update right_holders set until = '2026-01-31' where customer_id = ${customer_id}`,
    )
    const buyer = await upload(registry('I Tigli;4;Bianchi Anna;'), 'b.csv')
    expect(buyer.counts).toMatchObject({ errors: 0, new_rows: 1 })
    expect((await write(buyer.import_id)).body.state).toBe('done')
    expect(await there()).toMatchObject({ rights: 2 })
  })
})
