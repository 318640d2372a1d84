import { createHash } from 'node:crypto'
import {
  type HandoverManifest,
  type HandoverRow,
  type HandoverTableName,
  handoverTableNames,
  handoverTables,
} from '@saldo/domain/handover/format'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { zipStream } from '../../../exports/write-zip.ts'
import { tablePart, type Written } from '../table-part.ts'
import { checkTables } from './check-tables.ts'
import { HandoverRefused } from './handover-refused.ts'
import { readZip } from './read-zip.ts'

type Files = Map<string, Buffer>

const bill = {
  ...{
    bill_id: 5,
    number: '2026/1',
    subject_id: 1,
    unit: null,
    description: 'Rata; "1"\r\ndi 4',
    issue_date: '2026-01-02',
  },
  ...{
    status: 'issued',
    amount: 10_050,
    settled: 50,
    residue: 10_000,
    overdue: 10_000,
    pending: 0,
    disputed: 'no',
  },
}
const small: Partial<Record<HandoverTableName, HandoverRow[]>> = {
  account: [{ name: 'Condominio Aurora', fiscal_code: '97222450690', iban: 'IT60X0542811101000000123456' }],
  people: [{ subject_id: 1, nominative: '=Rossi Lucia', phone: '+39 055 1' }],
  bills: [bill],
  lines: [{ bill_id: 5, position: 1, description: 'Spese', amount: 10_050 }],
  instalments: [
    {
      bill_id: 5,
      position: 1,
      due_date: '2026-02-01',
      amount: 10_050,
      settled: 50,
      pending: 0,
      returned: 0,
      refunded: 0,
    },
  ],
  credits: [{ subject_id: 1, amount: 77 }],
}

async function* each(rows: HandoverRow[]) {
  yield* rows
}

/** The files of a ZIP as our writer makes them. */
async function filesOf(rows = small): Promise<Files> {
  const written: Written = { files: [] }
  const files: Files = new Map()
  for (const name of handoverTableNames) {
    const part = tablePart(written, handoverTables[name], each(rows[name] ?? []))
    const pieces: Buffer[] = []
    for await (const piece of part.pieces) pieces.push(Buffer.from(piece))
    files.set(part.name, Buffer.concat(pieces))
  }
  const manifest: HandoverManifest = {
    ...{
      format: 'saldo-passaggio-di-consegne',
      version: 1,
      made_at: '2026-03-01T10:00:00Z',
      day: '2026-03-01',
    },
    made_by: { product: 'Saldo', office: 'Studio Bianchi', person: 'Anna Bianchi' },
    condominium: { name: 'Condominio Aurora', fiscal_code: '97222450690' },
    pdfs: null,
    totals: { bills: 1, amount: 10_050, settled: 50, residue: 10_000, overdue: 10_000, credits: 77 },
    files: written.files,
  }
  return files.set('manifest.json', Buffer.from(JSON.stringify(manifest)))
}

async function zipOf(files: Files): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of zipStream([...files].map(([name, content]) => ({ name, pieces: [content] }))))
    pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Changes a table as somebody who also corrects the manifest's SHA-256 and size. */
function forge(
  files: Files,
  name: string,
  change: (text: string) => string,
  also: (m: HandoverManifest) => void = () => {},
) {
  const text = (files.get(name) as Buffer).toString('utf8')
  const changed = Buffer.from(change(text))
  expect(changed.toString()).not.toBe(text)
  const manifest = JSON.parse((files.get('manifest.json') as Buffer).toString()) as HandoverManifest
  const told = manifest.files.find((file) => file.name === name)
  if (told)
    Object.assign(told, { bytes: changed.length, sha256: createHash('sha256').update(changed).digest('hex') })
  also(manifest)
  return files.set(name, changed).set('manifest.json', Buffer.from(JSON.stringify(manifest)))
}

async function refusal(zip: Buffer): Promise<{ why: string; file: string | null; row: number | null }> {
  try {
    checkTables(await readZip(zip))
  } catch (error) {
    if (error instanceof HandoverRefused) return { why: error.message, file: error.file, row: error.row }
    throw error
  }
  throw new Error('it was taken')
}

describe('a ZIP of a condominium', () => {
  it('is read as it was written: formulas, quotes, several lines, cents', async () => {
    const zip = await readZip(await zipOf(await filesOf()))
    checkTables(zip)
    expect(zip.tables.people[0]).toMatchObject({ nominative: '=Rossi Lucia', phone: '+39 055 1' })
    expect(zip.tables.bills).toEqual([{ ...bill, row: 2 }])
  })

  it('keeps any text of any cell', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, unit: 'grapheme' }), async (name) => {
        const clean = name.replace(/[^\P{Cc}\t\n\r]/gu, ' ')
        // A text that begins with the apostrophe of a formula cannot be told from one that was given it.
        fc.pre(clean.trim() !== '' && !/^'[\s=+\-@＝＋－＠]/u.test(clean))
        const rows = { ...small, people: [{ subject_id: 1, nominative: clean }] }
        const { tables } = await readZip(await zipOf(await filesOf(rows)))
        expect(tables.people[0]?.nominative).toBe(clean)
      }),
      { numRuns: 60 },
    )
  })

  it('is refused when one cent was changed, with the file', async () => {
    const files = await filesOf()
    const bills = (files.get('bollette.csv') as Buffer).toString().replace('100,50', '100,51')
    expect(await refusal(await zipOf(files.set('bollette.csv', Buffer.from(bills))))).toMatchObject({
      why: 'Il file non è quello che era stato preparato: è stato cambiato o si è rovinato.',
      file: 'bollette.csv',
    })
  })

  it('is refused when the cent was changed together with the SHA-256, and with the sum', async () => {
    const change = (text: string) => text.replace('100,50', '100,51')
    expect(await refusal(await zipOf(forge(await filesOf(), 'bollette.csv', change)))).toMatchObject({
      why: expect.stringContaining('La colonna «Importo» fa 100,51'),
      file: 'bollette.csv',
    })
    const summed = forge(await filesOf(), 'bollette.csv', change, ({ files }) => {
      const told = files.find(({ name }) => name === 'bollette.csv')
      if (told?.sums) told.sums.Importo = 10_051
    })
    expect(await refusal(await zipOf(summed))).toMatchObject({
      why: expect.stringContaining('non l’importo della bolletta'),
      file: 'bollette.csv',
      row: 2,
    })
  })

  it.each<[string, string, (text: string) => string, string, number | null]>([
    ['a row is gone', 'righe.csv', (text) => `${text.split('\r\n')[0]}\r\n`, 'righe, ma il manifest', null],
    ['a column is gone', 'crediti.csv', (text) => text.replace('1;0,77', '1'), 'colonne invece di', 2],
    [
      'the header has another name',
      'crediti.csv',
      (text) => text.replace('Importo', 'Totale'),
      'L’intestazione',
      1,
    ],
    ['an amount is not one', 'crediti.csv', (text) => text.replace('0,77', '0.77'), 'serve un importo', 2],
    [
      'a day does not exist',
      'rate.csv',
      (text) => text.replace('01/02/2026', '31/02/2026'),
      'serve una data',
      2,
    ],
    [
      'a person is not there',
      'crediti.csv',
      (text) => text.replace('1;0,77', '9;0,77'),
      'non è in persone.csv',
      2,
    ],
    [
      'a state is unknown',
      'bollette.csv',
      (text) => text.replace('emessa', 'pagata'),
      'una di queste parole',
      2,
    ],
    [
      'a digit of the IBAN changed',
      'condominio.csv',
      (text) => text.replace('123456', '123457'),
      'L’IBAN',
      2,
    ],
    ['it was saved without BOM', 'crediti.csv', (text) => text.slice(1), 'UTF-8 con BOM', null],
    ['a quote is open', 'bollette.csv', (text) => text.replace('di 4"', 'di 4'), 'virgolette', 2],
  ])('is refused when %s', async (_what, file, change, why, row) => {
    expect(await refusal(await zipOf(forge(await filesOf(), file, change)))).toEqual({
      ...{ why: expect.stringContaining(why), file, row },
    })
  })

  it('is refused when totals, format or version of the manifest are others', async () => {
    const other = async (change: (m: HandoverManifest) => void) => {
      const files = await filesOf()
      const manifest = JSON.parse((files.get('manifest.json') as Buffer).toString()) as HandoverManifest
      change(manifest)
      return refusal(await zipOf(files.set('manifest.json', Buffer.from(JSON.stringify(manifest)))))
    }
    expect((await other((m) => Object.assign(m.totals, { credits: 78 }))).why).toContain(
      'totali del manifest',
    )
    expect((await other((m) => Object.assign(m, { format: 'altro' }))).why).toContain('non è quello')
    expect((await other((m) => Object.assign(m, { version: 2 }))).why).toContain('versione 2')
    expect((await other((m) => m.files.pop())).why).toContain('non è nel manifest')
    expect(
      (await other((m) => m.files.push({ name: 'x.csv', bytes: 0, sha256: '0'.repeat(64) }))).why,
    ).toContain('manca x.csv')
  })

  it('is refused when it has names that climb, two files of one name, or is no handover', async () => {
    const files = await filesOf()
    expect((await refusal(await zipOf(new Map(files).set('../etc/x.csv', Buffer.from('x'))))).why).toContain(
      'nome',
    )
    const twice = async function* () {
      for (const name of ['a.csv', 'a.csv', 'manifest.json'])
        yield { name, pieces: [name === 'manifest.json' ? (files.get(name) as Buffer) : 'x'] }
    }
    const pieces: Buffer[] = []
    for await (const piece of zipStream(twice())) pieces.push(piece)
    expect((await refusal(Buffer.concat(pieces))).why).toContain('stesso nome')
    expect((await refusal(await zipOf(new Map([['a.txt', Buffer.from('x')]])))).why).toContain(
      'manca manifest.json',
    )
    expect((await refusal(Buffer.from('non uno zip'))).why).toContain('rovinato')
  })

  it('is refused when it expands too much', async () => {
    const files = await filesOf()
    files.set('manifest.json', Buffer.alloc(70 * 1024 * 1024, 32))
    expect((await refusal(await zipOf(files))).why).toMatch(/si espande|troppo grande/)
  })

  it('is refused wherever it is cut off or a byte is changed, and never taken', async () => {
    const zip = await zipOf(await filesOf())
    await fc.assert(
      fc.asyncProperty(fc.nat(zip.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
        expect((await refusal(zip.subarray(0, at))).why).not.toBe('')
        const changed = Buffer.from(zip)
        changed[at] = ((changed[at] as number) + by) % 256
        // A date, a flag or an attribute in a header says nothing about the content.
        const same = await readZip(changed).then(
          ({ tables }) => tables,
          (error: unknown) => {
            expect(error).toBeInstanceOf(HandoverRefused)
            return null
          },
        )
        if (same) expect(same).toEqual((await readZip(zip)).tables)
      }),
      { numRuns: 120 },
    )
  })
})
