import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { ImportRefused, limits } from '../spreadsheet/import-refused.ts'
import { openFile } from '../spreadsheet/open-file.ts'
import { readWorkbook } from '../spreadsheet/read-workbook.ts'
import { rowsXml, xlsxOf } from '../spreadsheet/spreadsheet-files.ts'

/** Opens a file and reads all rows; returns the refusal's code, or the number of rows. */
async function outcome(file: Buffer | Readable, name = 'file.xlsx'): Promise<string | number> {
  let rows = 0
  try {
    await using workbook = await readWorkbook(file, name)
    for (const sheet of workbook.sheets) for await (const _ of sheet.rows()) rows++
    return rows
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error
    expect(error.message).toMatch(/^[A-ZÈ].*\.$/)
    return error.code
  }
}

const good = xlsxOf([{ name: 'Foglio1', rows: rowsXml([['Condomino', 'Scadenza', 'Importo']]) }])
const sheetOf = (xml: string) => xlsxOf([{ name: 'Foglio1', rows: xml }])

describe('files that are not spreadsheets', () => {
  it.each([
    ['empty', Buffer.alloc(0), 'empty'],
    ['blank text', Buffer.from(' \r\n\r\n '), 'empty'],
    ['binary junk', Buffer.concat([Buffer.from([0, 1, 2]), randomBytes(5_000)]), 'wrong_type'],
    ['a PDF named .xlsx', Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj'), 'wrong_type'],
    [
      'a web page named .xls',
      Buffer.from('<html><table><tr><td>Importo</td></tr></table></html>'),
      'web_page',
    ],
    ['an XML spreadsheet of 2003', Buffer.from('\uFEFF<?xml version="1.0"?><Workbook/>'), 'web_page'],
    ['a zip of something else', Buffer.from(zipSync({ 'foto.txt': strToU8('ciao') })), 'wrong_type'],
    [
      'an Excel 97 file',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
      'old_excel',
    ],
    [
      'an Excel file with a password',
      Buffer.concat([
        Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        Buffer.alloc(600),
        Buffer.from('EncryptedPackage', 'utf16le'),
      ]),
      'password',
    ],
    ['a binary workbook', Buffer.from(zipSync({ 'xl/workbook.bin': strToU8('x') })), 'binary_excel'],
  ])('%s', async (_, file, code) => {
    expect(await outcome(file)).toBe(code)
  })

  it('a Word document is refused; a workbook with the wrong file name is read', async () => {
    const word = zipSync({
      '_rels/.rels': strToU8(
        '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="word/document.xml"/></Relationships>',
      ),
      'word/document.xml': strToU8('<document><body/></document>'),
    })
    expect(await outcome(Buffer.from(word), 'rate.xlsx')).toBe('wrong_type')
    expect(await outcome(good, 'rate.csv')).toBe(1)
  })
})

describe('broken files', () => {
  it('a workbook cut anywhere is refused', async () => {
    for (const part of [0.1, 0.5, 0.9, 0.99]) {
      expect(await outcome(good.subarray(0, Math.floor(good.length * part)))).toBe('broken')
    }
  })

  it('a changed byte inside the compressed sheet is noticed', async () => {
    const sample = readFileSync(new URL('../fixtures/02-rate-2026.xlsx', import.meta.url))
    const at = sample.indexOf('xl/worksheets/sheet1.xml') + 600
    sample[at] = (sample[at] ?? 0) ^ 0xff
    expect(await outcome(sample)).toBe('broken')
  })

  it('a password-protected zip is refused with that reason', async () => {
    const locked = Buffer.from(good)
    for (let at = locked.indexOf('PK\u0001\u0002'); at >= 0; at = locked.indexOf('PK\u0001\u0002', at + 4)) {
      locked.writeUInt16LE(locked.readUInt16LE(at + 8) | 1, at + 8)
    }
    expect(await outcome(locked)).toBe('password')
  })

  it('an encrypted ODS is refused with that reason', async () => {
    const file = zipSync({
      'META-INF/manifest.xml': strToU8('<manifest><file-entry><encryption-data/></file-entry></manifest>'),
      'content.xml': randomBytes(50),
    })
    expect(await outcome(Buffer.from(file), 'a.ods')).toBe('password')
  })

  it('XML that is not well formed is refused', async () => {
    expect(await outcome(sheetOf('<row><c><v>1</v></row>'))).toBe('broken')
  })

  it('a CSV with commas between cells and in amounts is refused: cents would be in another column', async () => {
    const header = 'Condominio,Interno,Intestatario,Scadenza,Importo,Note\n'
    const row = (importo: string) => `Le Rose,1,Rossi Lucia,31/12/2026,${importo},\n`
    expect(await outcome(Buffer.from(header + row('100,50')), 'a.csv')).toBe('shifted_cells')
    expect(await outcome(Buffer.from(header + row('"100,50"')), 'a.csv')).toBe(2)
  })

  it('a comma at the end of every row shifts nothing, also beside numbers of one and two digits', async () => {
    const header = 'Condominio,Scala,Interno,Intestatario,Scadenza,Importo\n'
    const row = (importo: string) => `Le Rose,1,12,Rossi Lucia,31/12/2026,${importo},\n`
    expect(await outcome(Buffer.from(header + row('"100,50"') + row('80')), 'a.csv')).toBe(3)
    const shifted = header.replace('Importo', 'Importo,Note') + row('100,50')
    expect(await outcome(Buffer.from(shifted), 'a.csv')).toBe('shifted_cells')
  })

  it('quotes with blanks beside them, and those of a formula that keeps zeros, are not part of the cell', async () => {
    const csv = Buffer.from('"Interno" ; "Intestatario"\n="01"; "Rossi Lucia" \n02;Verdi "Ugo"\n')
    await using workbook = await readWorkbook(csv, 'a.csv')
    const said: unknown[] = []
    for await (const { cells } of workbook.sheets[0]?.rows() ?? []) said.push(cells.map(({ value }) => value))
    expect(said).toEqual([
      ['Interno', 'Intestatario'],
      ['01', 'Rossi Lucia'],
      ['02', 'Verdi "Ugo"'],
    ])
  })

  it('a CSV with the accents of DOS is refused, one with those of Windows is read', async () => {
    const text = (accent: number) =>
      Buffer.concat([
        Buffer.from('Condominio;Interno;Intestatario;Scadenza;Importo\nLe Rose;1;Niccol'),
        Buffer.from([accent]),
        Buffer.from(';31/12/2026;100,00\n'),
      ])
    expect(await outcome(text(0x95), 'a.csv')).toBe('unknown_letters')
    expect(await outcome(text(0xf2), 'a.csv')).toBe(2)
  })

  it('unclosed quotes are refused with their row', async () => {
    const csv =
      'Condomino;Scadenza;Importo\nRossi;31/05/2026;10,00\n"Verdi;31/05/2026;10,00\nBianchi;31/05/2026;10,00\n'
    expect(await outcome(Buffer.from(csv), 'a.csv')).toBe('broken_quotes')
    await using workbook = await readWorkbook(Buffer.from(csv), 'a.csv')
    await expect(workbook.sheets[0]?.rows().next()).rejects.toThrow('riga 3')
  })
})

describe('harmful files', () => {
  it('a DOCTYPE is refused, whether it names a file or expands', async () => {
    const entity = '<!DOCTYPE sst [<!ENTITY x SYSTEM "file:///etc/passwd">]><sst><si><t>&x;</t></si></sst>'
    const laughs = `<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(50)}">]><sst><si><t>&b;</t></si></sst>`
    for (const xml of [entity, laughs]) {
      const file = xlsxOf([{ name: 'A', rows: rowsXml([['a']]) }], {
        extra: { 'xl/sharedStrings.xml': strToU8(xml) },
      })
      expect(await outcome(file)).toBe('external_entities')
    }
    const ods = zipSync({ 'content.xml': strToU8('<!DOCTYPE a SYSTEM "http://example.com/a.dtd"><a/>') })
    expect(await outcome(Buffer.from(ods))).toBe('external_entities')
  })

  it('a sheet that expands a thousand times is refused early, whatever size it declares', async () => {
    const bomb = zipOfZeros((2_000 * 1024 * 1024) / 8)
    const before = process.memoryUsage().rss
    expect(await outcome(bomb)).toBe('bomb')
    expect(process.memoryUsage().rss - before).toBeLessThan(150e6)
  })

  it('an endless tag and endless nesting are refused', async () => {
    expect(await outcome(sheetOf(`<row ${'a'.repeat(3 * 1024 * 1024)}="1"/>`))).toBe('bomb')
    expect(await outcome(sheetOf('<a>'.repeat(200)))).toBe('broken')
  })

  it('a million columns are refused, but not if they are empty', async () => {
    expect(await outcome(sheetOf('<row r="1"><c r="BBBB1"><v>1</v></c></row>'))).toBe('too_many_columns')
    expect(await outcome(sheetOf('<row r="1"><c r="A1"><v>1</v></c><c r="XFD1" s="1"/></row>'))).toBe(1)
    expect(await outcome(Buffer.from(`a${';a'.repeat(1_500)}\n`), 'a.csv')).toBe('too_many_columns')
    expect(await outcome(Buffer.from(';a'.repeat(5_000_000)), 'a.csv')).toBe('too_many_columns')
    const cell =
      '<table:table-cell office:value-type="string" table:number-columns-repeated="1000000"><text:p>a</text:p></table:table-cell>'
    expect(await outcome(odsOf(`<table:table-row>${cell}</table:table-row>`))).toBe('too_many_columns')
    expect(
      await outcome(
        odsOf(
          '<table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>',
        ),
      ),
    ).toBe(0)
  })

  it('too many rows are refused, also if one row says that it repeats', async () => {
    const cell = '<table:table-cell office:value-type="string"><text:p>a</text:p></table:table-cell>'
    expect(
      await outcome(
        odsOf(`<table:table-row table:number-rows-repeated="1000000000">${cell}</table:table-row>`),
      ),
    ).toBe('too_many_rows')
    expect(await outcome(Buffer.from('a;b\n'.repeat(limits.rows + 1)), 'a.csv')).toBe('too_many_rows')
  })

  it('one long text used in every cell is refused', async () => {
    const cells = '<c t="s"><v>0</v></c>'.repeat(200)
    const file = xlsxOf([{ name: 'A', rows: `<row>${cells}</row>`.repeat(100) }], {
      strings: [`<t>${'x'.repeat(30_000)}</t>`],
    })
    expect(await outcome(file)).toBe('too_much_content')
  })

  it('too many sheets and too large a file are refused', async () => {
    const sheets = Array.from({ length: limits.sheets + 1 }, (_, i) => ({ name: `S${i}`, rows: '' }))
    expect(await outcome(xlsxOf(sheets))).toBe('too_many_sheets')
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(1024 * 1024, 'a')
      })(),
    )
    expect(await outcome(endless)).toBe('file_too_big')
  })
})

describe('random bytes', () => {
  const read = async (file: Buffer) => {
    try {
      const opened = await openFile(file, 'x')
      for (const index of opened.sheets.keys()) for await (const _ of opened.rows(index));
    } catch (error) {
      expect(error).toBeInstanceOf(ImportRefused)
    }
  }

  it('are either read or refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 3_000 }), (bytes) => read(Buffer.from(bytes))),
      { numRuns: 200 },
    )
  })

  it('are either read or refused when they start like a known format', async () => {
    const beginnings = [
      'PK\u0003\u0004',
      '\u00d0\u00cf\u0011\u00e0',
      '\u00ff\u00fe',
      'a;b;c\n"',
      '\u00ef\u00bb\u00bf',
    ]
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...beginnings), fc.uint8Array({ maxLength: 1_000 }), (start, bytes) =>
        read(Buffer.concat([Buffer.from(start, 'latin1'), bytes])),
      ),
      { numRuns: 200 },
    )
  })

  it('are either read or refused when they replace bytes of a good workbook', async () => {
    const change = fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(change, (changes) => {
        const file = Buffer.from(good)
        for (const [at, byte] of changes) file[at] = byte
        return read(file)
      }),
      { numRuns: 300 },
    )
  })
})

function odsOf(rows: string): Buffer {
  const content = `<office:document-content><office:body><office:spreadsheet><table:table table:name="A">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`
  return Buffer.from(zipSync({ 'content.xml': strToU8(content) }))
}

/** A workbook whose sheet inflates to `size` bytes of blanks while its directory declares ten. */
function zipOfZeros(size: number): Buffer {
  const packed = deflateRawSync(Buffer.alloc(size, ' '))
  const shell = xlsxOf([{ name: 'A', rows: '' }], {
    extra: { 'xl/worksheets/sheet1.xml': [new Uint8Array(packed), { level: 0 }] },
  })
  const at = shell.lastIndexOf('xl/worksheets/sheet1.xml') - 46
  shell.writeUInt16LE(8, at + 10)
  shell.writeUInt32LE(10, at + 24)
  return shell
}
