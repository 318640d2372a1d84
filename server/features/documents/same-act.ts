import type { Endpoint, Route } from '@saldo/contract/endpoint'

/** One of several endpoints for the same act; they differ only in the route. */
export type SameAct<E> =
  E extends Endpoint<Route, infer P, infer Q, infer B, infer S> ? Endpoint<Route, P, Q, B, S> : never
