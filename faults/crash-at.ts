import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import type { Tx } from '../server/db/connection.ts'
import type { Services } from '../server/services.ts'

/** The places in a payment at which a server can be made to crash, in their order. */
export const places = [
  'before T1',
  'after T1',
  'after create',
  'after confirm',
  'before T2',
  'after T2',
  'before acknowledging the webhook',
] as const
export type Place = (typeof places)[number]
/** Crashes by SIGKILL at the `passing`th time (from 1) that any request reaches the place. */
export type Death = { place: Place; passing: number }

/**
 * Prepares a server to crash. The product does not know of this: its calls are wrapped from outside, because each place
 * lies between two calls. The request's context tells which transaction is T2 and which is the webhook's.
 */
export function crashAt(app: FastifyInstance, { place, passing }: Death): void {
  let left = passing
  const reached = (here: Place) => {
    if (here !== place) return
    left -= 1
    if (left === 0) process.kill(process.pid, 'SIGKILL')
  }
  const trips = new AsyncLocalStorage<Trip>()
  app.server.prependListener('request', ({ url = '' }) => {
    if (isCharge(url)) reached('before T1')
  })
  app.addHook('onRequest', (request, _reply, done) => {
    trips.run({ webhook: request.url.includes('/webhook/'), confirmed: false }, done)
  })
  watchProvider(app.services, trips, reached)
  watchTransactions(app.services, trips, reached)
}

type Trip = { webhook: boolean; confirmed: boolean }
const isCharge = (url: string) => /^\/v1\/stripe\/(charge|klarna)\//.test(url)

/** T1 has committed when the provider is first called, and nothing is written before its answer arrives. */
function watchProvider(services: Services, trips: AsyncLocalStorage<Trip>, reached: (here: Place) => void) {
  for (const account of services.providers.configured) {
    const { paymentIntents } = services.providers.get(account).stripe
    const create = paymentIntents.create.bind(paymentIntents)
    const confirm = paymentIntents.confirm.bind(paymentIntents)
    Object.assign(paymentIntents, {
      create: async (...asked: Parameters<typeof create>) => {
        if (trips.getStore()) reached('after T1')
        const intent = await create(...asked)
        if (trips.getStore()) reached('after create')
        return intent
      },
      confirm: async (...asked: Parameters<typeof confirm>) => {
        const intent = await confirm(...asked)
        reached('after confirm')
        const trip = trips.getStore()
        if (trip) trip.confirmed = true
        return intent
      },
    })
  }
}

/**
 * After the provider's success the next transaction is T2; "before" means: everything is written, nothing committed.
 */
function watchTransactions(
  services: Services,
  trips: AsyncLocalStorage<Trip>,
  reached: (here: Place) => void,
) {
  const { asSystem } = services
  services.asSystem = async <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> => {
    const trip = trips.getStore()
    const isT2 = trip?.confirmed
    if (trip) trip.confirmed = false
    const result = await asSystem(async (tx) => {
      const written = await work(tx)
      if (isT2) reached('before T2')
      return written
    })
    if (isT2) reached('after T2')
    if (trip?.webhook) reached('before acknowledging the webhook')
    return result
  }
}
