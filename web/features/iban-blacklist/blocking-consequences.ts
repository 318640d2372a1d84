import type { IbanReport } from '../accounts/iban-report.ts'

/** What to know before blocking an IBAN: already blocked, used by whom, of which bank. */
export function blockingConsequences({ reasons, duplicate_of, bank, country }: IbanReport): string {
  if (reasons.includes('blacklisted')) return 'È già bloccato: ne cambi il motivo.'
  const whose = duplicate_of ? `Lo usa ${duplicate_of.name}. ` : ''
  return `${whose}${bank ? bank.name : `Conto estero (${country})`}.`
}
