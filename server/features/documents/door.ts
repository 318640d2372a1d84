import type { Endpoint, Route } from '@saldo/contract/endpoint'

/** One of the doors to the same act: they differ by their route alone. */
export type Door<E> =
  E extends Endpoint<Route, infer P, infer Q, infer B, infer S> ? Endpoint<Route, P, Q, B, S> : never
