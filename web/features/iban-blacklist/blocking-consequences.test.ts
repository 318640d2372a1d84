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
  ['of which bank it is', report, 'Banca di Prova.'],
  ['that it is from abroad', { ...report, bank: null, country: 'DE' }, 'Conto estero (DE).'],
  [
    'whose it is',
    {
      ...report,
      valid: false,
      reasons: ['duplicate' as const],
      duplicate_of: { account_id: 7, name: 'Aurora' },
    },
    'Lo usa Aurora. Banca di Prova.',
  ],
  [
    'that it is blocked already, whoever has it',
    { ...report, reasons: ['blacklisted' as const, 'duplicate' as const] },
    'È già bloccato: ne cambi il motivo.',
  ],
])('says %s', (_what, of, said) => {
  expect(blockingConsequences(of)).toBe(said)
})
