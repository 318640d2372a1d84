import * as contract from '@saldo/contract/payments/mandates'
import { maskIban } from '@saldo/domain/iban'
import { checkCreditorId, creditorIdReasons, makeCreditorId } from '@saldo/domain/sepa/creditor-id'
import type { Tx } from '../../db/connection.ts'
import { badInput, conflict, notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { setCreditorId } from '../accounts/set-creditor-id.ts'

export const getDebitSetup = serve(contract.getDebitSetup, ({ tx, params }) => setupOf(tx, params.id))

/** Sets the creditor identifier. Mandates in force name the one they were signed for, so it cannot change under them. */
export const updateDebitSetup = serve(contract.updateDebitSetup, async ({ tx, params, body }) => {
  const [account] = await tx`
    select customer_id, creditor_id from accounts where account_id = ${params.id} for no key update`
  if (!account) throw notFound('Il condominio')
  const checked = body.creditor_id ? checkCreditorId(body.creditor_id) : null
  if (checked && !checked.valid)
    throw badInput({ creditor_id: creditorIdReasons[checked.reasons[0] ?? 'format'] })
  const creditor_id = checked?.creditor_id ?? null
  if (creditor_id === account.creditor_id) return setupOf(tx, params.id)
  const [mandate] = await tx`
    select count(*)::int as count from mandates
    where customer_id = ${account.customer_id} and account_id = ${params.id} and provider_account = 'bank'
      and state in ('active', 'suspended') and creditor_id is distinct from ${creditor_id}`
  if (mandate?.count > 0)
    throw conflict(
      'mandates_in_force',
      `${mandate?.count === 1 ? 'Un mandato in vigore nomina' : `${mandate?.count} mandati in vigore nominano`} l’identificativo di prima: revocali, o lascialo com’è.`,
    )
  await setCreditorId(tx, params.id, creditor_id)
  return setupOf(tx, params.id)
})

async function setupOf(tx: Tx, account_id: number): Promise<contract.DebitSetup> {
  const [account] = await tx`
    select account_id, name, iban, creditor_id, fiscal_code from accounts where account_id = ${account_id}`
  if (!account) throw notFound('Il condominio')
  const { fiscal_code, iban, ...setup } = account
  return {
    ...(setup as Pick<contract.DebitSetup, 'account_id' | 'name' | 'creditor_id'>),
    iban: iban ? maskIban(iban) : null,
    suggested_creditor_id: fiscal_code ? makeCreditorId(fiscal_code) : null,
  }
}
