import { discardDraft, readDraft, storeDraft } from '../../../ui/form/drafts.ts'
import type { Query } from '../../../ui/grid/list.ts'

/** Bills chosen in the list of bills, kept in this tab: their ids do not fit into an address. */
type ChosenBills = { account_id: number; bill_ids: number[] }
const billsDraft = 'debit-run-bills'
/** In the address of a run that is made of bills chosen elsewhere. */
export const ofChosenBills = { bollette: 'scelte' } as const

export const keepChosenBills = (chosen: ChosenBills) => storeDraft(billsDraft, chosen)

/** The chosen bills; null: the run is of the whole condominium; undefined: they were chosen in another tab. */
export function chosenBills(search: Query): number[] | null | undefined {
  if (search.bollette !== ofChosenBills.bollette) return null
  const kept = readDraft<ChosenBills>(billsDraft)
  return String(kept?.account_id) === search.account_id ? kept?.bill_ids : undefined
}

/** Bills taken out by hand in the preview of a condominium's run; they stay out when the preview is fetched again. */
const withoutDraft = (account_id: number) => `debit-run-without-${account_id}`
export const readWithout = (account_id: number): ReadonlySet<number> =>
  new Set(readDraft<{ ids: number[] }>(withoutDraft(account_id))?.ids ?? [])
export const storeWithout = (account_id: number, ids: ReadonlySet<number>) =>
  storeDraft(withoutDraft(account_id), { ids: [...ids] })

/** Forgets what was chosen, once the run is made. */
export function forgetChoice(account_id: number) {
  discardDraft(billsDraft)
  discardDraft(withoutDraft(account_id))
}
