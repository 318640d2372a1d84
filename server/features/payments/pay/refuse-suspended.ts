import { featureOfMethod, suspendedSentence } from '@saldo/domain/platform/features'
import type { Tx } from '../../../db/connection.ts'
import { isFeatureOn, requireFeature } from '../../platform/feature-switches/require-feature.ts'
import type { Method } from './open-attempt.ts'

/** Whether the back office lets this way to pay be used for an office, besides what the condominium offers. */
export const isMethodOn = (tx: Tx, method: Method, customer_id: number): Promise<boolean> =>
  isFeatureOn(tx, featureOfMethod[method], customer_id)

/**
 * Refuses with 409 `feature_off` to begin a payment in a way that is turned off. What began before goes on, and so do debits
 * that an office has planned.
 */
export const refuseSuspended = (tx: Tx, method: Method, customer_id: number): Promise<void> =>
  requireFeature(tx, featureOfMethod[method], customer_id, suspendedSentence(method))
