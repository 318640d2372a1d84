import { describe, expect, it } from 'vitest'
import { sharedWithWords, sizeInWords, stateOf } from './document-words.ts'
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

describe('who sees what is shared', () => {
  it.each([
    [30, 0, 'per ora nessuno di loro ha un accesso.'],
    [30, 12, 'li vedono 12 persone su 30, chi ha un accesso.'],
    [30, 1, 'li vede 1 persona su 30, chi ha un accesso.'],
    [30, 30, 'li vedono tutti, 30 persone.'],
    [1, 1, 'c’è una persona, e li vede.'],
  ])('%d residents, %d with an access: %s', (residents, with_access, words) => {
    const sentence = sharedWithWords({ residents, with_access })
    expect(sentence.split('condòmini: ')[1]).toBe(words)
  })
})
