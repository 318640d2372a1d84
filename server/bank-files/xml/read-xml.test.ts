import { describe, expect, it } from 'vitest'
import { BankFileRefused } from '../bank-file.ts'
import type { XmlElement } from './element.ts'
import { textAt } from './element.ts'
import { readXml, xmlLimits } from './read-xml.ts'

const namespace = 'urn:test'
const sequences = { Document: 'Id? Entry* End?', 'Document/Entry': 'Amt Text?' }

async function entriesOf(file: string | Buffer): Promise<XmlElement[]> {
  const entries: XmlElement[] = []
  await readXml(Buffer.from(file), {
    namespace,
    sequences,
    take: { 'Document/Entry': (entry) => void entries.push(entry) },
  })
  return entries
}

async function refusalOf(file: string | Buffer): Promise<{ message: string; line: number | null }> {
  const error = await entriesOf(file).then(
    () => new Error('it was read'),
    (thrown) => thrown,
  )
  expect(error).toBeInstanceOf(BankFileRefused)
  return error
}

const document = (content: string, head = '<?xml version="1.0"?>') =>
  `${head}\n<Document xmlns="${namespace}">\n${content}\n</Document>`

describe('reading XML', () => {
  it('hands out each element as a tree, with the line on which it begins', async () => {
    const entries = await entriesOf(
      document(
        '<Entry>\n<Amt Ccy="EUR"> 1.00 </Amt><Text>a<!-- no -->&amp;<![CDATA[<b>]]></Text></Entry>\n<Entry\t><Amt>2</Amt></Entry>',
      ),
    )
    expect(entries.map(({ line }) => line)).toEqual([3, 5])
    expect(entries[0]!.children[0]).toMatchObject({
      name: 'Amt',
      line: 4,
      attributes: { Ccy: 'EUR' },
      text: '1.00',
    })
    expect(textAt(entries[0]!, 'Text')).toBe('a&<b>')
  })

  it('reads any prefix for the one namespace, and skips what SplmtryData holds', async () => {
    const prefixed = `<d:Document xmlns:d="${namespace}"><d:Entry><d:Amt>1</d:Amt></d:Entry></d:Document>`
    expect(await entriesOf(prefixed)).toHaveLength(1)
    const loose: string[] = []
    const file = document('<SplmtryData><Envlp><x xmlns="urn:x"><Entry/></x></Envlp></SplmtryData><Entry/>')
    await readXml(Buffer.from(file), {
      namespace,
      take: { 'Document/Entry': ({ name }) => void loose.push(name) },
    })
    expect(loose).toEqual(['Entry'])
  })

  it.each([
    ['another namespace', document('<Entry xmlns="urn:other"><Amt>1</Amt></Entry>'), 3],
    ['another root', `<Entry xmlns="${namespace}"/>`, 1],
    ['an unknown element', document('<Entry><Amt>1</Amt></Entry>\n<Other/>'), 4],
    ['elements out of order', document('<End/>\n<Entry><Amt>1</Amt></Entry>'), 4],
    ['an element twice', document('<Entry><Amt>1</Amt>\n<Amt>1</Amt></Entry>'), 4],
    ['a missing element', document('<Entry>\n<Text>a</Text></Entry>'), 4],
    ['a missing last element', document('<Entry>\n</Entry>'), 4],
    ['text between elements', document('<Entry><Amt>1</Amt>\nx</Entry>'), 4],
    ['text before an element', document('x<Entry><Amt>1</Amt></Entry>'), 3],
    ['a DOCTYPE', document('', '<!DOCTYPE Document [<!ENTITY a "b">]>'), 1],
    ['an unknown entity', document('<Entry><Amt>&a;</Amt></Entry>'), 3],
    ['a NUL byte', document('<Entry><Amt>1\0</Amt></Entry>'), 3],
    ['a missing end', document('<Entry><Amt>1</Amt>'), 4],
    ['deep nesting', document('<a>'.repeat(xmlLimits.depth)), 3],
    ['an endless text', document(`<Entry><Amt>${'1'.repeat(xmlLimits.text + 1)}</Amt></Entry>`), 3],
    ['an endless comment', document(`<!--${' '.repeat(4 * xmlLimits.token)}-->`), 3],
  ])('refuses %s, with its line', async (_, file, line) => {
    const refusal = await refusalOf(file)
    expect(refusal.message).toMatch(/^[A-Z<].+\.$/)
    expect(refusal.line).toBe(line)
  })

  it('refuses an element with more children than memory should hold', async () => {
    const many = document(`<Many>${'<a/>'.repeat(xmlLimits.held)}</Many>`)
    await expect(
      readXml(Buffer.from(many), { namespace, take: { 'Document/Entry': () => {} } }),
    ).rejects.toThrow('troppi dati')
  })
})

describe('encodings', () => {
  const named = (encoding: string) =>
    document(
      '<Entry><Amt>1</Amt><Text>Niccolò</Text></Entry>',
      `<?xml version="1.0" encoding="${encoding}"?>`,
    )
  const nameIn = async (file: Buffer) => textAt((await entriesOf(file))[0]!, 'Text')
  const bigEndian = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()

  it.each([
    ['UTF-8', Buffer.from(named('UTF-8'))],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${named('utf-8')}`)],
    ['nothing declared', Buffer.from(document('<Entry><Amt>1</Amt><Text>Niccolò</Text></Entry>'))],
    ['ISO-8859-1', Buffer.from(named('ISO-8859-1'), 'latin1')],
    ['Windows-1252', Buffer.from(named('windows-1252'), 'latin1')],
    ['UTF-16, little end first', Buffer.from(`\ufeff${named('UTF-16')}`, 'utf16le')],
    ['UTF-16, big end first', bigEndian(named('UTF-16'))],
  ])('reads %s', async (_, file) => {
    expect(await nameIn(file)).toBe('Niccolò')
  })

  it.each([
    ['UTF-8 declared, Windows-1252 written', Buffer.from(named('UTF-8'), 'latin1'), 3],
    ['Windows-1252 declared, UTF-8 written', Buffer.from(named('windows-1252')), 3],
    ['UTF-16 declared, UTF-8 written', Buffer.from(named('UTF-16')), 1],
    ['UTF-8 declared, UTF-16 written', Buffer.from(`\ufeff${named('UTF-8')}`, 'utf16le'), 1],
    ['an encoding that is not read', Buffer.from(named('EBCDIC-CP-US')), 1],
    ['a byte without a character', Buffer.from(named('windows-1252').replace('ò', '\x81'), 'latin1'), 3],
    ['half a character at the end', Buffer.from(`\ufeff${named('UTF-16')}`, 'utf16le').subarray(0, -1), null],
  ])('refuses %s', async (_, file, line) => {
    const refusal = await refusalOf(file)
    if (line !== null) expect(refusal.message).toMatch(/codifica/)
    expect(refusal.line).toBe(line)
  })
})
