import * as contract from '@saldo/contract/bills/plans'
import { latestIssueDay } from '@saldo/domain/accounting/registration-dates'
import { agreementText, whyNotRates } from '@saldo/domain/arrears/instalment-plan'
import { addDays, formatDate, formatLongDate, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import type { Tx } from '../../db/connection.ts'
import { conflictIfNotUnique } from '../../db/unique-violation.ts'
import { badInput, conflict } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { planUrl } from '../../links/plan-url.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { recordBillEvents } from '../../timeline/bill-event.ts'
import { lockPlannedBills, type PlannedBill, requirePlannable } from './plan-bills.ts'
import { planDetail } from './plan-detail.ts'

const daysToAccept = 14

/** Proposes a plan; the bills do not change before it is accepted. */
export const proposePlan = serve(contract.proposePlan, async ({ tx, services, actor, body }) => {
  const bills = await lockPlannedBills(tx, body.bill_ids)
  requirePlannable(bills)
  const [first] = bills as [PlannedBill]
  const amount = bills.reduce((sum, { residue }) => sum + residue, 0)
  const wrong = whyNotRates(body.rates, amount, today())
  const expires_on = body.expires_on ?? addDays(today(), daysToAccept)
  if (expires_on < today()) wrong.expires_on = 'Questo giorno è passato.'
  else if (expires_on > latestIssueDay())
    wrong.expires_on = 'Una proposta vale al massimo un anno: controlla l’anno.'
  if (Object.keys(wrong).length > 0) throw badInput(wrong)
  const who = await debtorOf(tx, first)
  const { customer_id, account_id, subject_id } = first
  const [plan] = await tx`
    insert into plans ${tx({
      ...{ customer_id, account_id, subject_id, amount, expires_on },
      name: who.nominative,
      grace_days: body.grace_days,
      email: who.email,
      agreement: agreementText({
        ...who,
        ...body,
        bills: bills.map(({ number, residue }) => ({ number, amount: residue })),
      }),
      note: body.note ?? null,
      created_by: actor.user_id,
    })} returning plan_id`
  const plan_id = plan?.plan_id as number
  const rates = body.rates.map((rate, at) => ({
    ...rate,
    plan_id,
    customer_id,
    account_id,
    position: at + 1,
  }))
  await tx`insert into plan_rates ${tx(rates)}`
  const planned = bills.map(({ bill_id, residue }, at) => ({
    ...{ plan_id, bill_id, customer_id, account_id },
    position: at + 1,
    amount: residue,
  }))
  await conflictIfNotUnique(tx`insert into plan_bills ${tx(planned)}`, {
    one_open_plan_per_bill: { bill_ids: 'Una di queste bollette ha già un piano di rientro.' },
  })
  await queueEmail(services, tx, {
    template: 'plan-proposal',
    to: who.email,
    customer_id,
    bill_id: first.bill_id,
    dedupe_key: `plan-proposal:${plan_id}`,
    values: {
      amount: formatEuro(amount),
      count: body.rates.length === 1 ? 'in un’unica rata' : `in ${body.rates.length} rate`,
      until: formatLongDate(expires_on),
      note: body.note ?? '',
      url: planUrl(services, first),
    },
  })
  await recordBillEvents(tx, bills, {
    customer_id,
    kind: 'plan_proposed',
    text: `Piano di rientro proposto: ${formatEuro(amount)}, da accettare entro il ${formatDate(expires_on)}`,
    actor: await actorName(tx),
  })
  return planDetail(tx, plan_id)
})

async function debtorOf(tx: Tx, { customer_id, account_id, subject_id }: PlannedBill) {
  const [row] = await tx`
    select s.nominative, s.email, a.name as account_name, c.business_name
    from subjects s
    join accounts a on a.customer_id = s.customer_id and a.account_id = ${account_id}
    join customers c on c.customer_id = s.customer_id
    where s.customer_id = ${customer_id} and s.subject_id = ${subject_id}`
  if (!row?.email)
    throw conflict(
      'no_email',
      'Questa persona non ha un’e-mail: aggiungila in anagrafica, serve per accettare.',
    )
  return row as { nominative: string; email: string; account_name: string; business_name: string }
}
