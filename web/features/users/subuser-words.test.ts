import { sections } from '@saldo/domain/section'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  accountsLine,
  type Level,
  type Matrix,
  matrixOf,
  permissionsLine,
  permissionsOf,
} from './subuser-words.ts'

describe('permission matrix', () => {
  it('converts back to the permissions it was read from', () => {
    const level = fc.constantFrom<Level>('none', 'read', 'write')
    const matrix = fc.record(Object.fromEntries(sections.map((section) => [section, level])))
    fc.assert(
      fc.property(matrix, (levels) => {
        expect(matrixOf(permissionsOf(levels as Matrix))).toEqual(levels)
      }),
    )
  })
  it('takes the higher level of one section', () => {
    expect(matrixOf(['bills:read', 'bills:write']).bills).toBe('write')
  })
})

it('describes permissions and condominiums in words', () => {
  expect(permissionsLine(['bills:write', 'subjects:read'])).toBe('Anagrafica, Bollette (modifica)')
  const user = { all_accounts: false, accounts_count: 1 } as Parameters<typeof accountsLine>[0]
  expect(accountsLine(user)).toBe('1 condominio')
  expect(accountsLine({ ...user, accounts_count: 3 })).toBe('3 condomìni')
  expect(accountsLine({ ...user, all_accounts: true })).toBe('Tutti i condomìni')
})
