import { describe, expect, it } from 'vitest'
import { sizeInWords, stateOf } from './document-words.ts'
import type { Document } from './documents-query.ts'

const document = (state: Document['state'], scan: Document['scan']) => ({ state, scan }) as Document

describe('the shown state of a document', () => {
  it.each([
    [0, '0 byte'],
    [999, '999 byte'],
    [1000, '1 kB'],
    [1_449_000, '1,4 MB'],
    [20_971_520, '21 MB'],
  ])('%d bytes: %s', (bytes, words) => {
    expect(sizeInWords(bytes)).toBe(words)
  })
  it('is “scanning” during a virus scan, whatever else is known', () => {
    expect(stateOf(document('to_check', 'waiting')).word).toBe('In controllo')
    expect(stateOf(document('invalid', 'infected')).word).toBe('Con un virus')
    expect(stateOf(document('to_check', 'not_scanned')).word).toBe('Da verificare')
    expect(stateOf(document('checked', 'clean')).word).toBe('Verificato')
    expect(stateOf(document('invalid', 'clean')).word).toBe('Non valido')
  })
})
