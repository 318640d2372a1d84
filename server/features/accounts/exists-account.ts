import * as contract from '@saldo/contract/registry/accounts'
import { normaliseIban } from '@saldo/domain/iban'
import { normaliseFiscalCode } from '@saldo/domain/registry/fiscal-code'
import type { PendingQuery, Row } from 'postgres'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'

export const existsByTaxId = serve(contract.existsByTaxId, ({ tx, params, query }) =>
  accountWith(
    tx,
    params.id,
    tx`fiscal_code = ${normaliseFiscalCode(query.taxId)}`,
    (name) => `«${name}» ha già questo codice fiscale.`,
  ),
)

export const existsByIban = serve(contract.existsByIban, ({ tx, params, query }) =>
  accountWith(
    tx,
    params.id,
    tx`iban = ${normaliseIban(query.iban)}`,
    (name) => `«${name}» ha già questo IBAN: ogni condominio ha il suo conto.`,
  ),
)

/** Row-level security leaves out what the caller does not see; 404 for another customer's. */
async function accountWith(
  tx: Tx,
  customer_id: number,
  condition: PendingQuery<Row[]>,
  said: (name: string) => string,
) {
  const [customer] = await tx`select from customers where customer_id = ${customer_id}`
  if (!customer) throw notFound('Il cliente')
  const [account] = await tx<{ account_id: number; name: string }[]>`
    select account_id, name from accounts where customer_id = ${customer_id} and ${condition}`
  return {
    exists: account !== undefined,
    account: account ?? null,
    message: account ? said(account.name) : null,
  }
}
