import * as contract from '@saldo/contract/payments/credit-refunds'
import { maskIban } from '@saldo/domain/iban'
import { paymentText } from '@saldo/domain/sepa/sepa-text'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { visibleAccount } from '../accounts/visible-account.ts'
import { creditsList } from './credits-list.ts'
import { knownIbans } from './known-ibans.ts'

export const getCredit = serve(contract.getCredit, async ({ tx, params }) => {
  const credit = await readCredit(tx, params.id)
  const account = await visibleAccount(tx, credit.account_id)
  const ibans = await knownIbans(tx, { customer_id: account.customer_id, ...credit })
  return {
    ...credit,
    ibans: ibans.map(({ from, iban, holder, day }) => ({ from, iban: maskIban(iban), holder, day })),
    text: paymentText(`Restituzione credito ${account.name}`, 140),
    why_not: whyNotOrdered(account),
  }
})

/** A credit as the actor sees it; 404 when it is not visible, or used up. */
export async function readCredit(tx: Tx, credit_id: number): Promise<contract.Credit> {
  const [credit] = await tx<contract.Credit[]>`
    select ${creditsList.select(tx)} from ${creditsList.from(tx)} where c.credit_id = ${credit_id}`
  if (!credit) throw notFound('Il credito')
  return credit
}

/** Why a condominium cannot order transfers by file, as a sentence; null if it can. */
export const whyNotOrdered = ({ iban, state }: { iban: string | null; state: string }): string | null => {
  if (state === 'closed') return 'Il condominio è chiuso.'
  return iban === null ? 'Manca l’IBAN del condominio: è il conto da cui si restituisce.' : null
}
