import { describe, expect, it } from 'vitest'
import { documentCan, documentPhase, documentTypeName } from './document.ts'

describe('documents', () => {
  it('are neither opened nor reviewed before a clean scan', () => {
    for (const scan of ['waiting', 'infected'])
      for (const state of ['to_check', 'checked', 'invalid']) {
        const phase = documentPhase({ state, scan })
        expect(documentCan.download({ phase })).toBe(false)
        expect(documentCan.check({ phase })).toBe(false)
        expect(documentCan.why('download', { phase })).toMatch(/\.$/)
      }
  })
  it('are opened once they are clean, or if there is no scanner', () => {
    for (const scan of ['clean', 'not_scanned'])
      expect(documentCan.download({ phase: documentPhase({ state: 'to_check', scan }) })).toBe(true)
  })
  it('cannot be deleted once they are verified', () => {
    expect(documentCan.delete({ phase: 'checked' })).toBe(false)
    expect(documentCan.delete({ phase: 'invalid' })).toBe(true)
  })
  it('have the type names of their kind of owner', () => {
    expect(documentTypeName('customer', 'contract')).toBe('Contratto firmato')
    expect(documentTypeName('account', 'contract')).toBe('contract')
  })
})
