import fc from 'fast-check'
import { expect, it } from 'vitest'
import { encodeWindows1252 } from './windows-1252.ts'

const read = (bytes: Buffer) => new TextDecoder('windows-1252').decode(bytes)

it('writes what Windows-1252 has as a decoder of others reads it', () => {
  const { bytes, replaced } = encodeWindows1252('Niccolò d’Alò — 12,50 € «perché?» Š ž œ ÿ')
  expect(read(bytes)).toBe('Niccolò d’Alò — 12,50 € «perché?» Š ž œ ÿ')
  expect(replaced).toBe(0)
})

it('counts every character that it does not have, and keeps the letter without its accent', () => {
  const { bytes, replaced } = encodeWindows1252('Erdős Ștefan 李 🏠')
  expect(read(bytes)).toBe('Erdos Stefan ? ?')
  expect(replaced).toBe(4)
})

it('joins a letter and its accent that were written apart', () => {
  expect(encodeWindows1252('perche\u0301')).toEqual({
    bytes: Buffer.from('perch\xe9', 'latin1'),
    replaced: 0,
  })
})

it('gives back the text itself whenever it replaced nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
      const { bytes, replaced } = encodeWindows1252(text)
      if (replaced === 0) expect(read(bytes)).toBe(text.normalize('NFC'))
      else expect(read(bytes)).not.toBe(text)
    }),
  )
})
