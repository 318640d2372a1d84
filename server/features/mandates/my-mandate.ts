import * as contract from '@saldo/contract/payments/mandates'
import { today } from '@saldo/domain/dates'
import { maskIban } from '@saldo/domain/iban'
import type { Tx } from '../../db/connection.ts'
import type { Actor } from '../../http/actor.ts'
import { ApiError, badInput, conflict, notFound } from '../../http/errors.ts'
import { serveAcross } from '../../http/serve.ts'
import { checkCodeOf, mailCode } from '../../identity/one-time-codes.ts'
import { maskEmail } from '../../mail/mask-email.ts'
import { moveBankMandate, requireNoneInForce } from './bank-mandate.ts'

/* A bill's link sees that bill alone. These acts are the system's, about the newest mandate that the bill's payer was asked to
   sign online for its condominium. */

const purpose = 'mandate'
const secondsBetweenCodes = 60
const mostCodes = 10

export const getMyMandate = serveAcross(contract.getMyMandate, ({ services, actor }) =>
  services.asSystem(async (tx) => publicMandate(tx, await newestMandate(tx, actor))),
)

export const mailMandateCode = serveAcross(contract.mailMandateCode, ({ services, actor }) =>
  services.asSystem(async (tx) => {
    const mandate_id = await newestMandate(tx, actor)
    const { email, codes_sent, sent_just_now } = await lockDraft(tx, mandate_id)
    if (codes_sent >= mostCodes || sent_just_now) throw tooManyCodes(sent_just_now)
    await tx`
      update mandates set codes_sent = codes_sent + 1, code_sent_at = now() where mandate_id = ${mandate_id}`
    const { expires_at } = await mailCode(services, tx, {
      ...{ template: 'one-time-code', purpose, record_id: mandate_id, user_id: null, email },
      about: 'per firmare il mandato di addebito',
    })
    return { email_hint: maskEmail(email), expires_at }
  }),
)

export const signMandate = serveAcross(contract.signMandate, async ({ services, actor, request, body }) => {
  const mandate_id = await services.asSystem(async (tx) => {
    const found = await newestMandate(tx, actor)
    await lockDraft(tx, found)
    return found
  })
  // A wrong code counts as a try, whatever happens afterwards.
  const wrong = await checkCodeOf(services, { purpose, record_id: mandate_id }, body.code)
  if (wrong !== null) throw badInput({ code: wrong })
  return services.asSystem(async (tx) => {
    const mandate = await lockDraft(tx, mandate_id)
    await requireNoneInForce(tx, mandate)
    await tx`
      update mandates set ${tx({
        ...{ debtor_iban: body.iban, debtor_name: body.debtor_name, signed_on: today() },
        ...{ accepted_at: new Date().toISOString(), accepted_from: request.ip },
        accepted_with: String(request.headers['user-agent'] ?? 'non dichiarato').slice(0, 300),
      })} where mandate_id = ${mandate_id}`
    const text = `Firmato online con il codice mandato a ${maskEmail(mandate.email)}`
    await moveBankMandate(tx, mandate_id, 'active', { text, actor: 'pagatore' })
    return publicMandate(tx, mandate_id)
  })
})

async function newestMandate(tx: Tx, actor: Actor): Promise<number> {
  const [mandate] =
    actor.role === 'link' && actor.bill_id !== null
      ? await tx`
          select m.mandate_id from bills b
          join mandates m on m.customer_id = b.customer_id and m.account_id = b.account_id
            and m.subject_id = b.subject_id and m.provider_account = 'bank' and m.signing = 'online'
          where b.customer_id = ${actor.customer_id} and b.bill_id = ${actor.bill_id}
          order by m.mandate_id desc limit 1`
      : []
  if (!mandate) throw notFound('Il mandato')
  return mandate.mandate_id
}

type Draft = {
  customer_id: number
  account_id: number
  subject_id: number
  email: string
  codes_sent: number
  sent_just_now: boolean
}

/** Locks the mandate; 409 when it does not wait to be signed. */
async function lockDraft(tx: Tx, mandate_id: number): Promise<Draft> {
  const [mandate] = await tx`
    select customer_id, account_id, subject_id, state, email, codes_sent,
      coalesce(code_sent_at > now() - make_interval(secs => ${secondsBetweenCodes}), false) as sent_just_now
    from mandates where mandate_id = ${mandate_id} for update`
  if (mandate?.state === 'active') throw conflict('signed', 'Questo mandato è già firmato.')
  if (mandate?.state !== 'draft' || !mandate.email)
    throw conflict('ended', 'Questa richiesta non vale più: chiedine un’altra al tuo amministratore.')
  return mandate as unknown as Draft
}

const tooManyCodes = (just_now: boolean) =>
  just_now
    ? new ApiError(
        429,
        'code_sent',
        'Il codice è partito da poco: controlla la posta, o richiedilo fra un minuto.',
        { headers: { 'retry-after': String(secondsBetweenCodes) } },
      )
    : new ApiError(429, 'too_many_codes', 'Troppi codici per questa richiesta: scrivi al tuo amministratore.')

async function publicMandate(tx: Tx, mandate_id: number): Promise<contract.PublicMandate> {
  const [mandate] = await tx`
    select m.state, m.creditor_id, m.umr, m.text, m.debtor_iban, m.email, m.signed_on, s.nominative, a.name,
      nullif(concat_ws(', ', nullif(concat_ws(' ', a.address, a.house_number), ''), a.city), '') as address,
      c.business_name, c.primary_mobile_phone as phone, c.primary_email as office_email
    from mandates m
    join accounts a on a.customer_id = m.customer_id and a.account_id = m.account_id
    join subjects s on s.customer_id = m.customer_id and s.subject_id = m.subject_id
    join customers c on c.customer_id = m.customer_id
    where m.mandate_id = ${mandate_id}`
  if (!mandate) throw notFound('Il mandato')
  const { state, creditor_id, umr, text, signed_on } = mandate
  return {
    asker: {
      account_name: mandate.name,
      account_address: mandate.address,
      business_name: mandate.business_name,
      phone: mandate.phone,
      email: mandate.office_email,
    },
    subject_nominative: mandate.nominative,
    account_name: mandate.name,
    ...{ state, creditor_id, umr, text, signed_on },
    iban: mandate.debtor_iban ? maskIban(mandate.debtor_iban) : null,
    email_hint: maskEmail(mandate.email),
  }
}
