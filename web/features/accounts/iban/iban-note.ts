import type { IbanReport } from './iban-report.ts'

/** Names the bank and what to check; null when there is nothing to say. */
export function ibanNote({ bank, country, warnings, holder }: IbanReport): string | null {
  const words = [
    bank &&
      (bank.active ? bank.name : `${bank.name}, oggi parte di un’altra banca: il conto è ancora aperto?`),
    warnings.includes('unknown_bank') &&
      'Non conosco la banca di questo codice ABI: ricontrolla, ma si può usare',
    !bank && warnings.length === 0 && `Conto estero (${country})`,
    holder && holderWords(holder),
  ].filter(Boolean)
  return words.length > 0 ? `${words.join('. ')}.`.replace('?.', '?') : null
}

function holderWords({ answer, name }: NonNullable<IbanReport['holder']>): string | null {
  switch (answer) {
    case 'match':
      return 'Intestato a questo condominio'
    case 'close_match':
      return `Il nome è simile: per la banca è «${name}»`
    case 'no_match':
      return 'Per la banca il conto è intestato a un altro nome: ricontrolla'
    default:
      return null
  }
}
