import type { FastifyInstance } from 'fastify'
import { ApiError, invalid } from './errors.ts'
import { politely } from './event-sender.ts'
import { type Fault, type Faults, faultKinds } from './faults.ts'
import { judged, saveAccount } from './resources/accounts.ts'
import { openDispute } from './resources/disputes.ts'
import type { Act, Sandbox } from './sandbox.ts'
import { cardBehaviours, testCards } from './test-cards.ts'
import { debitBehaviours, testIbans } from './test-ibans.ts'

type Body = Record<string, unknown>

/**
 * `/_sandbox/*`: JSON in and out, no key. Moves the clock, brings bad luck, disturbs the webhooks, and
 * does what in the world would be done by a bank or by somebody filling in forms.
 */
export function registerControl(
  app: FastifyInstance,
  box: Sandbox,
  faults: Faults,
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

  app.get('/_sandbox/webhooks', async () => ({ ...box.sender.manners(), pending: box.sender.pending() }))
  app.post('/_sandbox/webhooks', async (request) => {
    box.sender.setManners(readManners(bodyOf(request.body)))
    await box.store.settled()
    return { ...box.sender.manners(), pending: box.sender.pending() }
  })
  app.delete('/_sandbox/webhooks', async () => {
    box.sender.setManners(politely)
    await box.store.settled()
    return { ...politely, pending: box.sender.pending() }
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

  app.post('/_sandbox/disputes', async (request) => {
    const body = bodyOf(request.body)
    const charge = String(body.charge ?? '')
    const account = box.store.accounts().find((name) => box.store.book(name).get('charges', charge))
    if (!account)
      throw new ApiError(404, {
        type: 'invalid_request_error',
        message: `No such charge: '${charge}'`,
        param: 'charge',
      })
    const dispute = openDispute(
      actFor(account),
      charge,
      typeof body.reason === 'string' ? body.reason : undefined,
    )
    await box.store.settled()
    return dispute
  })

  app.post('/_sandbox/accounts/complete', async (request) => {
    const id = String(bodyOf(request.body).account ?? '')
    const platform = box.store
      .accounts()
      .find((name) => name !== id && box.store.book(name).get('accounts', id))
    const before = platform ? box.store.book(platform).get('accounts', id) : undefined
    if (!platform || !before)
      throw new ApiError(404, {
        type: 'invalid_request_error',
        message: `No such account: '${id}'`,
        param: 'account',
      })
    const account = saveAccount(actFor(platform), judged(filledIn(before, box.clock.seconds())), before)
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

function filledIn(account: Awaited<ReturnType<typeof saveAccount>>, seconds: number) {
  return {
    ...account,
    business_type: account.business_type ?? 'company',
    business_profile: { product_description: 'Completed in the sandbox', ...account.business_profile },
    company: { name: 'Sandbox', ...account.company, tax_id_provided: true },
    individual:
      account.business_type === 'individual'
        ? { first_name: 'Test', last_name: 'Test', ...account.individual }
        : account.individual,
    external_accounts: account.external_accounts?.data.length
      ? account.external_accounts
      : {
          object: 'list',
          data: [{ id: 'ba_sandbox', object: 'bank_account', last4: '0001' }],
          has_more: false,
          url: '',
        },
    tos_acceptance: {
      date: seconds,
      ip: '127.0.0.1',
      ...(account.tos_acceptance?.date ? account.tos_acceptance : {}),
    },
  } as typeof account
}

function bodyOf(body: unknown): Body {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Body
  throw invalid('A JSON object is expected.')
}

function numberOf(body: Body, name: string, least: number): number | undefined {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  const number = Number(value)
  if (!Number.isFinite(number) || number < least)
    throw invalid(`${name} must be a number not below ${least}.`, name)
  return number
}
