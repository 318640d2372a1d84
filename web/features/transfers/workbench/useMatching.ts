import { useState } from 'react'
import { api } from '../../../api.ts'
import { ApiError } from '../../../api-error.ts'
import { useKeptKey } from '../../../session/kept-key.ts'
import { type Done, refreshTransfers, undoMatches } from '../transfer-acts.ts'
import type { Movement, Proposal } from '../transfer-query.ts'
import { matchedInWords, openOf } from '../transfer-words.ts'
import {
  type Choice,
  chosenSum,
  firstChoice,
  peopleOf,
  sharesOf,
  untouchedProposal,
  whyNotConfirm,
} from './choice.ts'

/** Doubts that the person may set aside: the name of the flag, by the code of the refusal. */
const doubts = {
  payment_under_way: 'confirm_under_way',
  looks_like_duplicate: 'confirm_duplicate',
} as const
type Doubt = keyof typeof doubts

/**
 * What is chosen for the money of these movements, and its confirmation. An untouched proposal is confirmed as such:
 * the server computes it again first.
 */
export function useMatching({
  movements,
  proposals,
  onDone,
}: {
  movements: readonly Movement[]
  proposals: readonly Proposal[]
  onDone: (done: Done) => void
}) {
  const ids = movements.map(({ movement_id }) => movement_id)
  const open = movements.reduce((sum, movement) => sum + openOf(movement), 0)
  const [choice, setChoice] = useState(() => firstChoice(proposals))
  const [learn, setLearn] = useState(true)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const key = useKeptKey(`transfers:${ids.join(',')}`)

  const change = (next: Choice) => {
    setChoice(next)
    setFailure(null)
  }
  const hint = ids.length === 1 ? (movements[0]?.party_iban_hint ?? null) : null
  const untouched = untouchedProposal(choice, proposals)
  const people = untouched ? [untouched] : peopleOf(choice)
  const learnable = hint !== null && people.length === 1
  const why = whyNotConfirm(choice, open, proposals)

  const post = (asides: readonly Doubt[]) => {
    const learns = learnable ? { learn } : {}
    if (untouched && asides.length === 0)
      return api('POST /v1/transfers/{id}/confirm', {
        params: { id: ids[0] as number },
        body: {
          rank: untouched.rank,
          subject_id: untouched.subject_id,
          bill_ids: untouched.bills.map(({ bill_id }) => bill_id),
          ...learns,
        },
      })
    return api('POST /v1/transfers/match', {
      idempotencyKey: key,
      body: {
        movement_ids: ids,
        ...sharesOf(choice),
        ...learns,
        ...(choice.leave_rest ? { leave_rest: true } : {}),
        ...Object.fromEntries(asides.map((doubt) => [doubts[doubt], true])),
      },
    })
  }

  const confirm = async (asides: readonly Doubt[] = []) => {
    if (busy || why !== null) return
    setBusy(true)
    setFailure(null)
    try {
      await post(asides)
    } catch (error) {
      setBusy(false)
      setFailure(error instanceof ApiError ? error : null)
      if (!(error instanceof ApiError)) throw error
      // The proposal is outdated: a colleague matched the movement, or the bill was paid. Load it again.
      if (error.status === 409 && !doubtOf(error)) await refreshTransfers()
      return
    }
    const chosen = untouched?.payment_id ? open : chosenSum(choice)
    onDone({
      movement_id: ids[0] as number,
      text: `${matchedInWords(chosen, untouched ? untouched.bills : choice.bills)}.`,
      undo: () => undoMatches(ids),
    })
    await refreshTransfers()
    setBusy(false)
  }

  return {
    choice,
    change,
    open,
    why,
    busy,
    failure,
    learn,
    setLearn,
    learnable,
    hint,
    people,
    untouched,
    confirm,
  }
}
export type Matching = ReturnType<typeof useMatching>

/** The doubt of a refusal that the person may set aside; null: it is final. */
export const doubtOf = ({ error }: ApiError): Doubt | null =>
  Object.hasOwn(doubts, error) ? (error as Doubt) : null
