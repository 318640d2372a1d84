import { expect, it } from 'vitest'
import { blockingConsequences } from './blocking-consequences.ts'

const bank = { abi: '05428', name: 'Banca di Prova', bic: null, active: true }
const report = {
  iban: 'IT60X0542811101000000123456',
  valid: true,
  reasons: [],
  message: null,
  duplicate_of: null,
  country: 'IT',
  bank,
  warnings: [],
  holder: null,
}

it.each([
  ['the bank of the IBAN', report, 'Banca di Prova.'],
  ['that the account is foreign', { ...report, bank: null, country: 'DE' }, 'Conto estero (DE).'],
  [
    'who uses it',
    {
      ...report,
      valid: false,
      reasons: ['duplicate' as const],
      duplicate_of: { account_id: 7, name: 'Aurora' },
    },
    'Lo usa Aurora. Banca di Prova.',
  ],
  [
    'only that it is blocked already, even if it is in use',
    { ...report, reasons: ['blacklisted' as const, 'duplicate' as const] },
    'È già bloccato: ne cambi il motivo.',
  ],
])('says %s', (_what, of, said) => {
  expect(blockingConsequences(of)).toBe(said)
})
