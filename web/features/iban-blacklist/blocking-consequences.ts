import type { IbanReport } from '../accounts/iban/iban-report.ts'

/** Facts to show before an IBAN is blocked: whether it is blocked already, who uses it, and its bank. */
export function blockingConsequences({ reasons, duplicate_of, bank, country }: IbanReport): string {
  if (reasons.includes('blacklisted')) return 'È già bloccato: ne cambi il motivo.'
  const whose = duplicate_of ? `Lo usa ${duplicate_of.name}. ` : ''
  return `${whose}${bank ? bank.name : `Conto estero (${country})`}.`
}
