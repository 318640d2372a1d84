import type { FastifyInstance } from 'fastify'
import type Stripe from 'stripe'
import type { KeyPair } from '../auth.ts'
import { invalid, noSuch } from '../errors.ts'
import { defaultDelivery } from '../event-sender.ts'
import type { Params } from '../params.ts'
import { cardBehaviours, testCards } from '../rails/test-cards.ts'
import { debitBehaviours, testIbans } from '../rails/test-ibans.ts'
import { editedAccount } from '../resources/accounts/account-fields.ts'
import { missing, withRequirements } from '../resources/accounts/account-requirements.ts'
import { saveAccount } from '../resources/accounts/accounts.ts'
import { failPayout } from '../resources/balance/payouts.ts'
import { decideDispute, disputeReasons, openDispute } from '../resources/disputes.ts'
import { bounceRefund } from '../resources/refund-outcomes.ts'
import type { Act, Sandbox } from '../sandbox.ts'
import { type Body, bodyOf, numberOf } from './control-body.ts'
import { registerBookControl } from './control-book.ts'
import { type Fault, type Faults, faultKinds } from './faults.ts'

/**
 * `/_sandbox/*`: JSON, no key. Moves the clock, injects faults, disturbs the webhooks, and does what banks and account
 * owners do in reality.
 */
export function registerControl(
  app: FastifyInstance,
  box: Sandbox,
  faults: Faults,
  keys: readonly KeyPair[],
  actFor: (account: string) => Act,
): void {
  app.get('/_sandbox/clock', async () => clockNow(box))
  app.post('/_sandbox/clock/advance', async (request) => {
    const seconds = numberOf(bodyOf(request.body), 'seconds', 0)
    if (seconds === undefined) throw invalid('seconds is missing: how far the clock shall jump.', 'seconds')
    await box.clock.advance(seconds)
    return clockNow(box)
  })

  app.get('/_sandbox/faults', async () => ({ faults: faults.list() }))
  app.post('/_sandbox/faults', async (request) => {
    faults.add(readFault(bodyOf(request.body)))
    return { faults: faults.list() }
  })
  app.delete('/_sandbox/faults', async () => {
    faults.clear()
    return { faults: [] }
  })

  app.get('/_sandbox/webhooks', async () => ({
    ...box.sender.deliveryFaults(),
    pending: box.sender.pending(),
  }))
  app.post('/_sandbox/webhooks', async (request) => {
    box.sender.setDeliveryFaults(readManners(bodyOf(request.body)))
    await box.store.settled()
    return { ...box.sender.deliveryFaults(), pending: box.sender.pending() }
  })
  app.delete('/_sandbox/webhooks', async () => {
    box.sender.setDeliveryFaults(defaultDelivery)
    await box.store.settled()
    return { ...defaultDelivery, pending: box.sender.pending() }
  })

  app.get('/_sandbox/test_cards', async () => ({
    cards: testCards.map(({ number, brand, behaviour, names }) => ({
      number,
      brand,
      names,
      behaviour,
      ...cardBehaviours[behaviour],
    })),
    ibans: testIbans.map(({ iban, behaviour }) => ({ iban, behaviour, ...debitBehaviours[behaviour] })),
  }))

  /** The act with the account whose book has the row. */
  const actOn = (table: 'charges' | 'disputes' | 'payouts' | 'refunds', noun: string, id: string) => {
    const account = box.store.accounts().find((name) => box.store.book(name).get(table, id))
    if (!account) throw noSuch(noun, id, noun)
    return actFor(account)
  }
  const durable = async <T>(made: T): Promise<T> => {
    await box.store.settled()
    return made
  }
  app.post('/_sandbox/disputes', async (request) => {
    const body = bodyOf(request.body)
    const charge = String(body.charge ?? '')
    const reason = disputeReasons.find((name) => name === body.reason)
    if (body.reason !== undefined && !reason)
      throw invalid(`reason must be one of ${disputeReasons.join(', ')}.`, 'reason')
    return durable(openDispute(actOn('charges', 'charge', charge), charge, reason))
  })
  app.post('/_sandbox/disputes/decide', async (request) => {
    const { dispute, status } = bodyOf(request.body)
    const id = String(dispute ?? '')
    if (status !== 'won' && status !== 'lost') throw invalid('status must be won or lost.', 'status')
    return durable(decideDispute(actOn('disputes', 'dispute', id), id, status))
  })
  app.post('/_sandbox/refunds/fail', async (request) => {
    const id = String(bodyOf(request.body).refund ?? '')
    return durable(bounceRefund(actOn('refunds', 'refund', id), id))
  })
  app.post('/_sandbox/payouts/fail', async (request) => {
    const { payout, failure_code } = bodyOf(request.body)
    const id = String(payout ?? '')
    const code = typeof failure_code === 'string' ? failure_code : undefined
    return durable(failPayout(actOn('payouts', 'payout', id), id, code))
  })

  registerBookControl(app, box, keys, actFor)

  app.post('/_sandbox/accounts/complete', async (request) => {
    const id = String(bodyOf(request.body).account ?? '')
    const platform = box.store
      .accounts()
      .find((name) => name !== id && box.store.book(name).get('accounts', id))
    const before = platform ? box.store.book(platform).get('accounts', id) : undefined
    if (!platform || !before) throw noSuch('account', id, 'account')
    const account = saveAccount(actFor(platform), filledIn(actFor(platform), before), before)
    await box.store.settled()
    return account
  })
}

function clockNow(box: Sandbox) {
  return { now: box.clock.seconds(), iso: new Date(box.clock.now()).toISOString() }
}

function readFault(body: Body): Fault {
  const kind = faultKinds.find((kind) => kind === String(body.kind))
  if (!kind) throw invalid(`kind must be one of ${faultKinds.join(', ')}.`, 'kind')
  const rate = numberOf(body, 'rate', 0) ?? 1
  if (rate > 1) throw invalid('rate must be between 0 and 1.', 'rate')
  return {
    kind,
    rate,
    path: typeof body.path === 'string' ? body.path : null,
    method: typeof body.method === 'string' ? body.method.toUpperCase() : null,
    times: numberOf(body, 'times', 1) ?? null,
    delay_ms: numberOf(body, 'delay_ms', 0) ?? (kind === 'delay' ? 1000 : 0),
    processed: typeof body.processed === 'boolean' ? body.processed : null,
    stored: body.stored === true,
    seed: numberOf(body, 'seed', 0) ?? null,
  }
}

/** `duplicate`: true or a number of extra copies; `shuffle`: true (2 s) or seconds. */
function readManners(body: Body) {
  const count = (name: string, whenTrue: number) =>
    body[name] === true ? whenTrue : body[name] === false ? 0 : (numberOf(body, name, 0) ?? 0)
  return {
    duplicate: Math.floor(count('duplicate', 1)),
    shuffle_seconds: count('shuffle', 2),
    hold_seconds: count('hold_seconds', 3600),
    hold_rate: Math.min(1, numberOf(body, 'hold_rate', 0) ?? 1),
    seed: numberOf(body, 'seed', 0) ?? null,
  }
}

/** Fills in the account's missing requirements, as its owner would. */
function filledIn(act: Act, account: Stripe.Account): Stripe.Account {
  const answers: Record<string, Params> = {
    business_type: { business_type: 'company' },
    'business_profile.product_description': { business_profile: { product_description: 'Sandbox' } },
    external_account: { external_account: { account_number: 'IT56B9999999999000000000001' } },
    'tos_acceptance.date': { tos_acceptance: { date: String(act.box.clock.seconds()) } },
    'tos_acceptance.ip': { tos_acceptance: { ip: '127.0.0.1' } },
    'company.name': { company: { name: 'Sandbox' } },
    'company.tax_id': { company: { tax_id: 'given' } },
    'individual.first_name': { individual: { first_name: 'Test' } },
    'individual.last_name': { individual: { last_name: 'Test' } },
  }
  return withRequirements(
    missing(account).reduce((filled, name) => editedAccount(act, answers[name] ?? {}, filled), account),
  )
}
