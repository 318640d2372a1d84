import { describe, expect, it } from 'vitest'
import { kindOf, whoseOf } from './check-words.ts'

const row = {
  owner: 'customer' as const,
  type: 'identity',
  account_name: null,
  subject_name: null,
  created_at: '2026-11-25T09:32:00Z',
  uploaded_by: 'Neri Anna',
}

describe('a document in the queue', () => {
  it('is called by its type, as its owner has it', () => {
    expect(kindOf(row)).toBe('Documento d’identità')
    expect(kindOf({ owner: 'account', type: 'bank' })).toBe('Intestazione del conto')
  })
  it('is of a condominium or a person; an office’s own is named after who uploaded it', () => {
    expect(whoseOf({ ...row, account_name: 'Condominio Aurora' })).toBe('Condominio Aurora')
    expect(whoseOf({ ...row, subject_name: 'Serra Davide' })).toBe('Serra Davide')
    expect(whoseOf(row)).toBe('Neri Anna')
    expect(whoseOf({ ...row, uploaded_by: null })).toBeNull()
  })
})
