import * as contract from '@saldo/contract/payments/mandates'
import { agreedNoticeDays } from '@saldo/domain/sepa/mandate'
import { conflict } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { mandateUrl } from '../../links/mandate-url.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { insertBankMandate, moveBankMandate, requireNoneInForce } from './bank-mandate.ts'
import { payerOf, requireCreditorId } from './create-mandate.ts'
import { mandateDetail } from './mandate-detail.ts'
import { bankMandateText } from './mandate-text.ts'

/** Mails the payer a link to a mandate that they sign with a one-time code; they enter the IBAN themselves. */
export const askForMandate = serve(contract.askForMandate, async ({ tx, services, body }) => {
  const of = { account_id: body.account_id, subject_id: body.subject_id }
  const payer = await payerOf(tx, of)
  const { customer_id, email } = payer
  const creditor_id = requireCreditorId(payer)
  if (!email)
    throw conflict(
      'no_email',
      'Manca l’e-mail di questa persona: aggiungila in anagrafica, o usa un mandato su carta.',
    )
  await requireNoneInForce(tx, { customer_id, ...of })
  // The link of a bill opens the mandate, so that no other kind of link is needed.
  const [bill] = await tx<{ bill_id: number; link_version: number }[]>`
    select bill_id, link_version from bills
    where customer_id = ${customer_id} and account_id = ${of.account_id} and subject_id = ${of.subject_id}
      and status = 'issued' order by bill_id desc limit 1`
  if (!bill) throw conflict('no_bill', 'Questa persona non ha ancora una bolletta di questo condominio.')
  const actor = await actorName(tx)
  const drafts = await tx<{ mandate_id: number }[]>`
    select mandate_id from mandates
    where customer_id = ${customer_id} and account_id = ${of.account_id} and subject_id = ${of.subject_id}
      and provider_account = 'bank' and state = 'draft' and signing = 'online'`
  for (const { mandate_id } of drafts)
    await moveBankMandate(tx, mandate_id, 'revoked', { text: 'Sostituito da una nuova richiesta', actor })
  const { account_name } = payer
  const mandate_id = await insertBankMandate(
    tx,
    {
      ...{ ...of, customer_id, creditor_id, email, signing: 'online', state: 'draft', umr: null },
      ...{ debtor_name: null, debtor_iban: null, signed_on: null },
      text: bankMandateText({ account_name, creditor_id, notice_days: agreedNoticeDays }),
      ...{ accepted_from: '', accepted_with: '' },
    },
    { text: 'Chiesta la firma online', actor },
  )
  await queueEmail(services, tx, {
    ...{ template: 'mandate-request', to: email, customer_id, bill_id: bill.bill_id },
    dedupe_key: `mandate-request:${mandate_id}`,
    values: { url: mandateUrl(services, bill) },
  })
  return mandateDetail(tx, mandate_id)
})
