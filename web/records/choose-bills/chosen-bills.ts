import { discardDraft, readDraft, storeDraft } from '../../ui/form/drafts.ts'
import type { Query } from '../../ui/grid/list.ts'

/** What a choice of bills becomes: a file of debits, or one of notices. */
export type ChoiceFor = 'debit-run' | 'notices'

/** Bills chosen in the list of bills, kept in this tab: their ids do not fit into an address. */
type ChosenBills = { account_id?: number; bill_ids: number[] }
const billsDraft = (what: ChoiceFor) => `${what}-bills`
/** In the address of a choice that is made of bills chosen elsewhere. */
export const ofChosenBills = { bollette: 'scelte' } as const

export const keepChosenBills = (what: ChoiceFor, chosen: ChosenBills) => storeDraft(billsDraft(what), chosen)

/**
 * The chosen bills; null: the choice is the whole condominium; undefined: they were chosen in another tab, or for another
 * condominium than that of the address.
 */
export function chosenBills(what: ChoiceFor, search: Query): number[] | null | undefined {
  if (search.bollette !== ofChosenBills.bollette) return null
  const kept = readDraft<ChosenBills>(billsDraft(what))
  return String(kept?.account_id ?? '') === (search.account_id ?? '') ? kept?.bill_ids : undefined
}

/** Bills taken out by hand in a preview (`of` a condominium, or of chosen bills); they stay out when it is fetched again. */
const withoutDraft = (what: ChoiceFor, of: string) => `${what}-without-${of}`
export const readWithout = (what: ChoiceFor, of: string): ReadonlySet<number> =>
  new Set(readDraft<{ ids: number[] }>(withoutDraft(what, of))?.ids ?? [])
export const storeWithout = (what: ChoiceFor, of: string, ids: ReadonlySet<number>) =>
  storeDraft(withoutDraft(what, of), { ids: [...ids] })

/** Forgets what was chosen, once the file is made. */
export function forgetChoice(what: ChoiceFor, of: string) {
  discardDraft(billsDraft(what))
  discardDraft(withoutDraft(what, of))
}
