import { describe, expect, it } from 'vitest'
import {
  documentCan,
  documentKinds,
  documentPhase,
  documentTypeName,
  ownUpload,
  uploadInLine,
  whyNotReviewed,
} from './document.ts'

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
  it('are told apart by owner and type', () => {
    expect(documentKinds).toContain('customer.identity')
    expect(documentKinds).toContain('subject.identity')
    expect(new Set(documentKinds).size).toBe(documentKinds.length)
  })
})

describe('why somebody may not decide about a document', () => {
  const asked = { own: false, refusal: null, has_scanner: true }
  it('is nothing, for a clean file of somebody else', () => {
    expect(whyNotReviewed({ state: 'to_check', scan: 'clean' }, asked)).toBeNull()
    expect(
      whyNotReviewed({ state: 'to_check', scan: 'not_scanned' }, { ...asked, has_scanner: false }),
    ).toBeNull()
  })
  it.each(['waiting', 'infected', 'not_scanned'] as const)(
    'is the scanner, for a file that is %s',
    (scan) => {
      expect(whyNotReviewed({ state: 'to_check', scan }, { ...asked, own: true })).toMatch(/antivirus|virus/)
    },
  )
  it('is that they uploaded it', () => {
    expect(whyNotReviewed({ state: 'to_check', scan: 'clean' }, { ...asked, own: true })).toBe(ownUpload)
  })
  it('is that they are no second person to the uploader', () => {
    const why = (refusal: 'invited_in_line' | 'activated_just_now') =>
      whyNotReviewed({ state: 'to_check', scan: 'clean' }, { ...asked, refusal })
    expect(why('invited_in_line')).toBe(uploadInLine)
    expect(why('activated_just_now')).toMatch(/meno di 72 ore/)
  })
})
