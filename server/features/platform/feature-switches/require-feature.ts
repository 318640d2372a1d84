import { type Feature, featureMeanings } from '@saldo/domain/platform/features'
import type { Tx } from '../../../db/connection.ts'
import { ApiError } from '../../../http/errors.ts'

/** Whether a function is on for an office (null: for nobody in particular). */
export async function isFeatureOn(tx: Tx, feature: Feature, customer_id: number | null): Promise<boolean> {
  const [row] = await tx<{ is_on: boolean }[]>`select feature_on(${feature}, ${customer_id}) as is_on`
  return row?.is_on === true
}

/** Refuses with 409 `feature_off` what needs a function that is turned off. `sentence`: Italian, what to do instead. */
export async function requireFeature(
  tx: Tx,
  feature: Feature,
  customer_id: number | null,
  sentence: string = featureMeanings[feature].when_off,
): Promise<void> {
  if (!(await isFeatureOn(tx, feature, customer_id))) throw new ApiError(409, 'feature_off', sentence)
}
