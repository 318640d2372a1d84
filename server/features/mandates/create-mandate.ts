import * as contract from '@saldo/contract/payments/mandates'
import { formatDate, today } from '@saldo/domain/dates'
import { agreedNoticeDays } from '@saldo/domain/sepa/mandate'
import type { Tx } from '../../db/connection.ts'
import { badInput, conflict, notFound } from '../../http/errors.ts'
import { requestKey, requireSameRequest } from '../../http/idempotency-key.ts'
import { serve } from '../../http/serve.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { insertBankMandate, requireNoneInForce } from './bank-mandate.ts'
import { mandateDetail } from './mandate-detail.ts'
import { bankMandateText } from './mandate-text.ts'

/** Records a mandate signed on paper, as a draft: its scan makes it active. */
export const createMandate = serve(contract.createMandate, async ({ tx, body, request }) => {
  const { account_id, subject_id, one_off = false } = body
  const payer = await payerOf(tx, { account_id, subject_id })
  const key = requestKey(request, body)
  const before = await mandateOfForm(tx, payer.customer_id, key)
  if (before) return mandateDetail(tx, before)
  if (body.signed_on > today())
    throw badInput({ signed_on: 'È una data futura: scrivi quando è stato firmato.' })
  const creditor_id = requireCreditorId(payer)
  await requireNoneInForce(tx, { ...payer, account_id, subject_id })
  const mandate_id = await insertBankMandate(
    tx,
    {
      ...{ customer_id: payer.customer_id, account_id, subject_id, creditor_id, one_off, ...key },
      ...{ signing: 'paper', state: 'draft', signed_on: body.signed_on, umr: body.umr ?? null },
      debtor_name: body.debtor_name ?? payer.nominative.slice(0, 70),
      debtor_iban: body.iban,
      text: bankMandateText({
        account_name: payer.account_name,
        creditor_id,
        notice_days: agreedNoticeDays,
        one_off,
      }),
      ...{ accepted_from: 'carta', accepted_with: 'firma autografa' },
    },
    { text: `Firmato su carta il ${formatDate(body.signed_on)}`, actor: await actorName(tx) },
  )
  return mandateDetail(tx, mandate_id)
})

export type Payer = {
  customer_id: number
  account_name: string
  creditor_id: string | null
  nominative: string
  email: string | null
  business_name: string
}

/** The person and the condominium, both visible; 404 else. */
export async function payerOf(tx: Tx, of: { account_id: number; subject_id: number }): Promise<Payer> {
  const [row] = await tx<Payer[]>`
    select a.customer_id, a.name as account_name, a.creditor_id, s.nominative, s.email, c.business_name
    from accounts a
    join subjects s on s.customer_id = a.customer_id and s.subject_id = ${of.subject_id}
    join customers c on c.customer_id = a.customer_id
    where a.account_id = ${of.account_id}`
  if (!row) throw notFound('Il condominio o la persona')
  return row
}

export function requireCreditorId({ creditor_id }: Payer): string {
  if (creditor_id === null)
    throw conflict(
      'no_creditor_id',
      'Prima scrivi l’identificativo del creditore di questo condominio: il mandato lo deve riportare.',
    )
  return creditor_id
}

async function mandateOfForm(tx: Tx, customer_id: number, key: ReturnType<typeof requestKey>) {
  if (key.idempotency_key === null) return null
  const [row] = await tx<{ mandate_id: number; request_hash: string | null; umr: string }[]>`
    select mandate_id, request_hash, umr from mandates
    where customer_id = ${customer_id} and idempotency_key = ${key.idempotency_key}`
  if (!row) return null
  requireSameRequest(row.request_hash, key, `è già stato registrato un altro mandato, ${row.umr}`)
  return row.mandate_id
}
