import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { FormKey } from '../../idempotency-key.ts'
import { paths } from '../../paths.ts'
import type { Progress } from '../../public/pay/usePayment.ts'
import { queries } from '../../session/queries.ts'
import type { Group } from './my-bills-query.ts'
import { groupKey, keysOfAct, type Outcome, payEach } from './pay-each.ts'
import { rememberWhy } from './why-unpaid.ts'

/** The server has the payment: what is left of it is the payer's confirmation, or the bank's answer. */
const isMade = (outcome: Outcome | undefined) => outcome?.kind === 'paid' || outcome?.kind === 'unconfirmed'

/**
 * Pays several condominiums in one act, once however often it is asked. When something was paid it goes on to the page that
 * says what was and what was not; when nothing was, the form stays, with the reasons.
 */
export function usePayEach(groups: readonly Group[]) {
  const navigate = useNavigate()
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [busy, setBusy] = useState(false)
  const underWay = useRef(false)
  const [keys] = useState(keysOfAct)

  async function payAll(of: readonly Group[], charge: (group: Group, key: FormKey) => Promise<Progress>) {
    if (underWay.current) return
    underWay.current = true
    setBusy(true)
    setOutcomes(new Map())
    try {
      const told = await payEach(of, charge, keys, (group, outcome) =>
        setOutcomes((was) => new Map(was).set(groupKey(group), outcome)),
      )
      await follow(told)
    } catch (thrown) {
      setOutcomes(new Map())
      throw thrown
    } finally {
      underWay.current = false
      setBusy(false)
    }
  }

  async function follow(told: ReadonlyMap<Group, Outcome>) {
    const tokens = [...told.values()].flatMap(
      (outcome) => ('result_token' in outcome && outcome.result_token) || [],
    )
    if (![...told.values()].some(isMade)) {
      // The reason may be that they are paid already.
      await queries.invalidateQueries({ queryKey: ['mybills', 'together'] })
      return
    }
    const left = groups.filter((group) => !isMade(told.get(group)))
    for (const group of left) {
      const outcome = told.get(group)
      rememberWhy(group, outcome?.kind === 'unpaid' ? outcome.why : 'Con il modo scelto qui non si paga.')
    }
    void queries.invalidateQueries({ queryKey: ['bills'] })
    const ids = left.flatMap(({ bills }) => bills.map(({ bill_id }) => bill_id))
    await navigate({ ...paths.paidTogether(tokens, ids), replace: true })
  }

  return { outcomes, busy, payAll }
}
