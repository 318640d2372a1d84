import { ApiError } from '../../api-error.ts'
import { type FormKey, newIdempotencyKey } from '../../idempotency-key.ts'
import { asApiError } from '../../public/link-api.ts'
import { MethodRefused } from '../../public/pay/sandbox-method.ts'
import type { Progress } from '../../public/pay/usePayment.ts'
import type { Group } from './my-bills-query.ts'

/**
 * How the payment of one condominium went. `paid`: the server has it, whatever the bank says of it later. `unconfirmed`: the
 * payer has to approve it first, at `redirect_url`.
 */
export type Outcome =
  | { kind: 'paying' }
  | { kind: 'paid'; result_token: string }
  | { kind: 'unconfirmed'; result_token: string; redirect_url: string | null }
  | { kind: 'unpaid'; why: string; result_token?: string }

export const groupKey = ({ account_id, subject_id }: Pick<Group, 'account_id' | 'subject_id'>): string =>
  `${account_id}_${subject_id}`

/**
 * The idempotency keys of one act, one for each payment: the same while its answer is not known, so that pressing again
 * charges nobody twice; a new one after a refusal for good, and after the server said that the key made something else
 * (`renewIfUsed` renews it where it stands).
 */
export function keysOfAct() {
  const keys = new Map<string, FormKey>()
  const of = (group: Group): FormKey => {
    const key = keys.get(groupKey(group)) ?? { current: newIdempotencyKey() }
    keys.set(groupKey(group), key)
    return key
  }
  return {
    of,
    renew: (group: Group): void => {
      of(group).current = newIdempotencyKey()
    },
  }
}
export type ActKeys = ReturnType<typeof keysOfAct>

/**
 * Pays one condominium after the other and tells each outcome; one that fails does not stop the others. Throws only what went
 * wrong before the first charge, so that it can be told at its field.
 */
export async function payEach(
  groups: readonly Group[],
  charge: (group: Group, key: FormKey) => Promise<Progress>,
  keys: ActKeys,
  tell: (group: Group, outcome: Outcome) => void,
): Promise<Map<Group, Outcome>> {
  const outcomes = new Map<Group, Outcome>()
  for (const group of groups) {
    tell(group, { kind: 'paying' })
    let outcome: Outcome
    try {
      outcome = outcomeOf(await charge(group, keys.of(group)))
      if (outcome.kind === 'unpaid') keys.renew(group)
    } catch (thrown) {
      if (outcomes.size === 0 && thrown instanceof MethodRefused) throw thrown
      outcome = { kind: 'unpaid', why: whyUnpaid(thrown) }
    }
    outcomes.set(group, outcome)
    tell(group, outcome)
  }
  return outcomes
}

function outcomeOf({ state, result_token, failure_reason, next_action }: Progress): Outcome {
  if (state === 'failed' || state === 'cancelled')
    return { kind: 'unpaid', why: failure_reason ?? 'Il pagamento non è riuscito.', result_token }
  if (state === 'requires_action')
    return { kind: 'unconfirmed', result_token, redirect_url: next_action?.redirect_url ?? null }
  return { kind: 'paid', result_token }
}

function whyUnpaid(thrown: unknown): string {
  if (thrown instanceof MethodRefused) return thrown.message
  const error = thrown instanceof ApiError ? thrown : asApiError(thrown)
  if (error.status === 0 || error.status >= 500)
    return 'Non è arrivata risposta: può darsi che il pagamento sia partito. Puoi riprovare: non paghi due volte.'
  return Object.values(error.fields ?? {})[0] ?? error.error_description
}
