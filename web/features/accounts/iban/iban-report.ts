import { checkIban } from '@saldo/domain/iban'
import { useQuery } from '@tanstack/react-query'
import { api, type Reply } from '../../../api.ts'

export type IbanReport = Reply<'POST /v1/accounts/check/iban/{iban}'>

/** Encoded for the API's path. */
export const inPath = (iban: string) => btoa(iban)

/**
 * The server's report about an IBAN while it is typed; null until it is complete. `account_id`: the condominium it is
 * for.
 */
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
