import { expect, it } from 'vitest'
import { accountsLine, permissionsLine } from './subuser-words.ts'

it('describes permissions and condominiums in words', () => {
  expect(permissionsLine(['bills:write', 'subjects:read'])).toBe('Anagrafica, Bollette (modifica)')
  const user = { all_accounts: false, accounts_count: 1 } as Parameters<typeof accountsLine>[0]
  expect(accountsLine(user)).toBe('1 condominio')
  expect(accountsLine({ ...user, accounts_count: 3 })).toBe('3 condomìni')
  expect(accountsLine({ ...user, all_accounts: true })).toBe('Tutti i condomìni')
})
