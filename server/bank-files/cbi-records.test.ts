import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { recordsOf } from './cbi-records.ts'
import { readBankFile } from './read-bank-file.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url))
const samples = [read('fixtures/estratto-rh.txt'), read('cbi/fixtures/07-esiti-mav.txt')]
const text = (file: Buffer) => file.toString('latin1').replaceAll('\r\n', '\n').trimEnd()
const fileOf = (content: Buffer) => readBankFile(Readable.from([content]), 'file.txt')
const encoded = (changed: string) => Buffer.from(changed, 'latin1')

describe('a file of records of 120 characters', () => {
  it.each<[string, (file: string) => string]>([
    ['a byte order mark', (file) => `\u00ef\u00bb\u00bf${file}\n`],
    ['blank lines at the end', (file) => `${file}\r\n\r\n\r\n`],
    ['lines that end with CR', (file) => file.replaceAll('\n', '\r')],
    ['no line ends', (file) => file.replaceAll('\n', '')],
    ['the Ctrl-Z of DOS', (file) => `${file}\r\n\x1a`],
    ['the Ctrl-Z of DOS behind the last record', (file) => `${file}\x1a`],
  ])('reads the same with %s', async (_what, change) => {
    for (const sample of samples)
      expect(await fileOf(encoded(change(padded(text(sample)))))).toEqual(await fileOf(sample))
  })

  it('is refused with a blank line among the records, and if a record is too long or short', () => {
    const lines = padded(text(samples[0] as Buffer)).split('\n')
    const refused = (changed: string[]) => () => [...recordsOf(encoded(changed.join('\n')))]
    expect(refused(lines.toSpliced(3, 0, ''))).toThrow(/lungo 0 caratteri/)
    expect(refused(lines.with(2, `${lines[2]} `))).toThrow(/lungo 121 caratteri/)
    expect(() => [...recordsOf(encoded(`${lines.join('')}X`))]).toThrow(/invece di 120/)
  })
})

/** `trimEnd` took the blanks of the last record. */
function padded(file: string): string {
  const lines = file.split('\n')
  return lines.with(-1, (lines.at(-1) as string).padEnd(120)).join('\n')
}
