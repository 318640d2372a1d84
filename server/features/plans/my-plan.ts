import * as contract from '@saldo/contract/bills/plans'
import { today } from '@saldo/domain/dates'
import type { Tx } from '../../db/connection.ts'
import type { Actor } from '../../http/actor.ts'
import { ApiError, badInput, conflict, notFound } from '../../http/errors.ts'
import { serveAcross } from '../../http/serve.ts'
import { checkCodeOf, mailCode } from '../../identity/one-time-codes.ts'
import { maskEmail } from '../../mail/mask-email.ts'
import { beginPlan } from './begin-plan.ts'
import { ratesOf } from './plan-detail.ts'

/* A bill's link sees that bill alone; a plan may be about several, so these acts are the system's, about the newest plan of
   the bill that the link opens. */

const purpose = 'plan'
const secondsBetweenCodes = 60
const mostCodes = 10

export const getMyPlan = serveAcross(contract.getMyPlan, ({ services, actor }) =>
  services.asSystem(async (tx) => publicPlan(tx, await newestPlan(tx, actor))),
)

export const mailPlanCode = serveAcross(contract.mailPlanCode, ({ services, actor }) =>
  services.asSystem(async (tx) => {
    const plan_id = await newestPlan(tx, actor)
    const plan = await lockOpenPlan(tx, plan_id)
    if (plan.codes_sent >= mostCodes || plan.sent_just_now) throw tooManyCodes(plan.sent_just_now)
    await tx`update plans set codes_sent = codes_sent + 1, code_sent_at = now() where plan_id = ${plan_id}`
    const { expires_at } = await mailCode(services, tx, {
      template: 'one-time-code',
      purpose,
      record_id: plan_id,
      user_id: null,
      email: plan.email,
      about: 'per accettare il piano di rientro',
    })
    return { email_hint: maskEmail(plan.email), expires_at }
  }),
)

export const acceptPlan = serveAcross(contract.acceptPlan, async ({ services, actor, request, body }) => {
  const plan_id = await services.asSystem(async (tx) => {
    const found = await newestPlan(tx, actor)
    await lockOpenPlan(tx, found)
    return found
  })
  // A wrong code counts as a try, whatever happens afterwards.
  const wrong = await checkCodeOf(services, { purpose, record_id: plan_id }, body.code)
  if (wrong !== null) throw badInput({ code: wrong })
  return services.asSystem(async (tx) => {
    await lockOpenPlan(tx, plan_id)
    await beginPlan(services, tx, plan_id, {
      address: request.ip,
      agent: String(request.headers['user-agent'] ?? 'non dichiarato').slice(0, 300),
    })
    return publicPlan(tx, plan_id)
  })
})

async function newestPlan(tx: Tx, actor: Actor): Promise<number> {
  const [plan] =
    actor.role === 'link'
      ? await tx`
          select pb.plan_id from plan_bills pb
          where pb.customer_id = ${actor.customer_id} and pb.bill_id = ${actor.bill_id} order by pb.plan_id desc limit 1`
      : []
  if (!plan) throw notFound('Il piano di rientro')
  return plan.plan_id
}

type OpenPlan = { email: string; codes_sent: number; sent_just_now: boolean }

/** Locks the plan; 409 when it cannot be accepted. */
async function lockOpenPlan(tx: Tx, plan_id: number): Promise<OpenPlan> {
  const [plan] = await tx`
    select state, email, expires_on, codes_sent,
      coalesce(code_sent_at > now() - make_interval(secs => ${secondsBetweenCodes}), false) as sent_just_now
    from plans where plan_id = ${plan_id} for update`
  if (plan?.state === 'active') throw conflict('plan_accepted', 'Questo piano è già stato accettato.')
  if (plan?.state !== 'proposed' || plan.expires_on < today())
    throw conflict('plan_closed', 'Questa proposta non vale più: chiedine un’altra al tuo amministratore.')
  return plan as unknown as OpenPlan
}

const tooManyCodes = (just_now: boolean) =>
  just_now
    ? new ApiError(
        429,
        'code_sent',
        'Il codice è partito da poco: controlla la posta, o richiedilo fra un minuto.',
        {
          headers: { 'retry-after': String(secondsBetweenCodes) },
        },
      )
    : new ApiError(429, 'too_many_codes', 'Troppi codici per questa proposta: scrivi al tuo amministratore.')

async function publicPlan(tx: Tx, plan_id: number): Promise<contract.PublicPlan> {
  const [[plan], rates] = await Promise.all([
    tx`
      select p.state, p.amount, p.agreement, p.note, p.expires_on, p.email, p.accepted_at, s.nominative, a.name,
        nullif(concat_ws(', ', nullif(concat_ws(' ', a.address, a.house_number), ''), a.city), '') as address,
        c.business_name, c.primary_mobile_phone as phone, c.primary_email as office_email
      from plans p
      join accounts a on a.customer_id = p.customer_id and a.account_id = p.account_id
      join subjects s on s.customer_id = p.customer_id and s.subject_id = p.subject_id
      join customers c on c.customer_id = p.customer_id
      where p.plan_id = ${plan_id}`,
    ratesOf(tx, plan_id),
  ])
  if (!plan) throw notFound('Il piano di rientro')
  return {
    asker: {
      account_name: plan.name,
      account_address: plan.address,
      business_name: plan.business_name,
      phone: plan.phone,
      email: plan.office_email,
    },
    subject_nominative: plan.nominative,
    state: plan.state,
    amount: plan.amount,
    rates,
    agreement: plan.agreement,
    note: plan.note,
    expires_on: plan.expires_on,
    email_hint: maskEmail(plan.email),
    accepted_at: plan.accepted_at,
  }
}
