import { addMonths, type Day, today } from '@saldo/domain/dates'
import { monthOf } from '@saldo/domain/payments/commissions'
import { startApp } from '../app.ts'
import { makeBill, makeCustomer, signIn } from '../people.ts'

type Body = Record<string, unknown> & { error?: string; fields?: Record<string, string> }

/** The month so many months ago, and a day in a month. */
export const monthsAgo = (count: number): string => monthOf(addMonths(`${monthOf(today())}-01`, -count))
export const dayOf = (month: string, day: number): Day => `${month}-${String(day).padStart(2, '0')}`

/** A super user who manages agents. */
export async function agentFixtures() {
  const app = await startApp()
  const { headers } = await signIn(app.services, 'super_user')
  let serial = 0

  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) => {
    const url = `/v1/agents${path}`
    const { status, body } = await app.call({ method, url, headers, ...(payload ? { payload } : {}) })
    return { status, body: body as Body }
  }
  const makeAgent = async (of: object = {}): Promise<number> => {
    serial += 1
    const vat_number = vatNumber(serial)
    const { status, body } = await call('PUT', '', {
      ...{ firstname: 'Elisa', lastname: `Fontana ${serial}`, vat_number },
      ...{ email: `agente${serial}@example.it`, commission_bps: 1000, ...of },
    })
    if (status !== 200) throw new Error(JSON.stringify(body))
    return body.agent_id as number
  }
  const assign = (agent_id: number, customer_id: number, from_date: Day, more: object = {}) =>
    call('POST', '/assignments', { agent_id, customer_id, from_date, ...more })
  /** An agent who has had a customer for two years. */
  const agentWithCustomer = async (of: object = {}) => {
    const agent_id = await makeAgent(of)
    const customer_id = await makeCustomer(app.services)
    await assign(agent_id, customer_id, dayOf(monthsAgo(24), 1))
    return { agent_id, customer_id }
  }
  /** A payment that settled on a day, with a platform fee of `fee` cents; its transaction commits after `until`. */
  const paid = async (
    customer_id: number,
    of: { amount: number; fee: number; day: Day; until?: Promise<void> },
  ): Promise<number> => {
    const { bill_id, account_id, subject_id } = await makeBill(app.services, customer_id, {
      amounts: [of.amount],
    })
    return app.services.asSystem(async (tx) => {
      const who = { customer_id, bill_id, account_id, subject_id }
      const [payment] = await tx`
        insert into payments ${tx({ ...who, method: 'CARD', amount: of.amount, state: 'succeeded', provider_account: 'stripe', settled_at: `${of.day}T10:00:00Z` })}
        returning payment_id`
      const request = { amount: of.amount, application_fee_amount: of.fee }
      await tx`
        insert into payment_attempts ${tx({ customer_id, bill_id, payment_id: payment?.payment_id, state: 'succeeded', provider_account: 'stripe', request, next_check_at: null })}`
      await of.until
      return payment?.payment_id as number
    })
  }
  /** Refunds a part of it now, with its fee; `then`: the refund's later state. */
  const refunded = async (payment_id: number, amount: number, then: 'succeeded' | 'failed' = 'succeeded') =>
    app.services.asSystem(async (tx) => {
      const [payment] = await tx`select customer_id from payments where payment_id = ${payment_id} for update`
      const request = { amount, reverse_transfer: true, refund_application_fee: true }
      const [refund] = await tx`
        insert into refunds ${tx({ customer_id: payment?.customer_id, payment_id, amount, way: 'provider', provider_account: 'stripe', reason: 'duplicate', actor: 'prova', request })}
        returning refund_id`
      for (const state of ['pending', then])
        await tx`update refunds set state = ${state} where refund_id = ${refund?.refund_id}`
    })
  const feesOf = (payment_id: number) =>
    app.services.asSystem(
      (tx) => tx<{ kind: string; amount: number; day: Day }[]>`
        select kind, amount, day from platform_fees where payment_id = ${payment_id} order by fee_id`,
    )
  return {
    app,
    headers,
    call,
    makeAgent,
    assign,
    agentWithCustomer,
    paid,
    refunded,
    feesOf,
    close: app.close,
  }
}

/** Eleven digits with the right check digit. */
function vatNumber(serial: number): string {
  const ten = `9${String(serial).padStart(6, '0')}048`
  const sum = [...ten].reduce((total, digit, place) => {
    const doubled = Number(digit) * 2
    return total + (place % 2 === 0 ? Number(digit) : doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return `${ten}${(10 - (sum % 10)) % 10}`
}
