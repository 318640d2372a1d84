import { checkIban } from '@saldo/domain/iban'
import { useQuery } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'

export type IbanReport = Reply<'POST /v1/accounts/check/iban/{iban}'>

/** As the API's paths carry it. */
export const inPath = (iban: string) => btoa(iban)

/** What the server knows of an IBAN while it is typed; null until it is whole. `account_id`: the condominium it is for. */
export function useIbanReport(iban: string, of: { account_id?: number; name?: string }): IbanReport | null {
  const whole = iban !== '' && checkIban(iban).valid
  const { data } = useQuery({
    queryKey: ['accounts', 'iban-report', iban, of],
    queryFn: ({ signal }) =>
      api('POST /v1/accounts/check/iban/{iban}', { params: { iban: inPath(iban) }, body: of, signal }),
    enabled: whole,
    staleTime: 60_000,
    gcTime: 60_000,
  })
  return whole ? (data ?? null) : null
}

/** Which bank it is, and what to look at again; null when there is nothing to say. */
export function aboutIban({ bank, country, warnings, holder }: IbanReport): string | null {
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
