import { describe, expect, it } from 'vitest'
import { documentOwners, documentTypes } from './document.ts'
import { provedBy, provedFields } from './document-proof.ts'

describe('what a document proves', () => {
  it('is something for every type, and nothing twice', () => {
    for (const owner of documentOwners)
      for (const type of Object.keys(documentTypes[owner])) {
        const fields = provedBy(owner, type)
        expect(fields.length, `${owner} ${type}`).toBeGreaterThan(0)
        expect(new Set(fields).size).toBe(fields.length)
        for (const field of fields) expect(provedFields[field]).toBeDefined()
      }
  })
  it('is everything known of the owner where the type says nothing', () => {
    expect(provedBy('account', 'other')).toContain('iban')
    expect(provedBy('subject', 'no longer offered')).toContain('units')
  })
})
