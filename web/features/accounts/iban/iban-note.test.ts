import { describe, expect, it } from 'vitest'
import { ibanNote } from './iban-note.ts'
import type { IbanReport } from './iban-report.ts'

const report: IbanReport = {
  iban: 'IT60 •••• 3456',
  valid: true,
  reasons: [],
  message: null,
  duplicate_of: null,
  country: 'IT',
  bank: { abi: '01030', name: 'Banca Monte', bic: null, active: true },
  warnings: [],
  holder: null,
}

describe('ibanNote', () => {
  it('names the bank, and asks to check a bank that no longer exists', () => {
    expect(ibanNote(report)).toBe('Banca Monte.')
    const gone = { ...report.bank, active: false } as IbanReport['bank']
    expect(ibanNote({ ...report, bank: gone, warnings: ['bank_no_longer_active'] })).toBe(
      'Banca Monte, oggi parte di un’altra banca: il conto è ancora aperto?',
    )
  })
  it('reports an unknown bank, or a foreign account', () => {
    expect(ibanNote({ ...report, bank: null, warnings: ['unknown_bank'] })).toMatch(/ABI/)
    expect(ibanNote({ ...report, bank: null, country: 'DE' })).toBe('Conto estero (DE).')
  })
  it.each([
    ['match', 'Banca Monte. Intestato a questo condominio.'],
    ['close_match', 'Banca Monte. Il nome è simile: per la banca è «AURORA».'],
    ['no_match', 'Banca Monte. Per la banca il conto è intestato a un altro nome: ricontrolla.'],
    ['not_possible', 'Banca Monte.'],
  ] as const)('tells what the bank says of the holder: %s', (answer, said) =>
    expect(ibanNote({ ...report, holder: { answer, name: 'AURORA' } })).toBe(said),
  )
})
