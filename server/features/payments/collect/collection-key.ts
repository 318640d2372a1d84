import type { FastifyRequest } from 'fastify'
import { type RequestKey, requestKey } from '../../../http/idempotency-key.ts'

/** What a form confirms when it is sent again; it asks for the same collection. */
const confirmations = [
  'confirm_duplicate',
  'confirm_day',
  'confirm_under_way',
  'confirmed_bill_ids',
  'credit_surplus',
]

/**
 * The key of a form that registers or reverses money by hand. After a lost answer the fresh preview shows the money that
 * was just registered, and asks for a confirmation: the request is still the same one.
 */
export const collectionKey = (request: FastifyRequest, body: object): RequestKey =>
  requestKey(request, body, confirmations)
