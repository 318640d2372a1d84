import { type FeatureState, featureStateWords } from '@saldo/domain/platform/features'
import { queryOptions } from '@tanstack/react-query'
import { CheckCircle, PercentageCircle, XmarkCircle } from 'iconoir-react'
import { api, type Reply } from '../../../api.ts'
import { queries } from '../../../session/queries.ts'
import { type State, state } from '../../../ui/data/states.ts'
import { capital } from '../../../ui/format/first-letter.ts'

export type FeatureSwitch = Reply<'GET /v1/feature-switches'>[number]

export const featureSwitchesQuery = queryOptions({
  queryKey: ['feature-switches'],
  queryFn: ({ signal }) => api('GET /v1/feature-switches', { signal }),
})

export const featureStates: Record<FeatureState, State> = {
  on: state('success', capital(featureStateWords.on), CheckCircle),
  off: state('danger', capital(featureStateWords.off), XmarkCircle),
  off_for_some: state('warning', capital(featureStateWords.off_for_some), PercentageCircle),
}

/** Turns a function on or off. Rejects with the server's error. */
export async function setFeature(
  feature: FeatureSwitch['feature'],
  body: { state: FeatureState; customer_ids: number[]; reason: string },
): Promise<void> {
  await api('PUT /v1/feature-switches/{feature}', { params: { feature }, body })
  await queries.invalidateQueries({ queryKey: featureSwitchesQuery.queryKey })
}
