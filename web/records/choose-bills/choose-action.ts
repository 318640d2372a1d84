import type { BulkAction, Query, Selected } from '../../ui/grid/list.ts'
import type { IconShape } from '../../ui/icons/Icon.tsx'
import { loadWithRetry } from '../../ui/load-with-retry.ts'
import type { ChoiceFor } from './chosen-bills.ts'

type BillRow = { bill_id: number; account_id: number }

/** Bulk action: opens the preview of a file of debits or notices with the selected bills. */
export const chooseBills = <Row extends BillRow>(
  id: ChoiceFor,
  words: { label: string; icon: IconShape },
  /** Whether the bills must be of one condominium, which then is in the address. */
  ofOne: boolean,
  open: (search: Query) => void,
): BulkAction<Row> => ({
  id,
  ...words,
  offered: ofOne ? areOfOne : ({ count }) => count <= mostBills,
  run: async (selected) => {
    const account_id = ofOne ? selected.loaded[0]?.account_id : undefined
    const [{ keepChosenBills, ofChosenBills }, ids] = await Promise.all([
      loadWithRetry(() => import('./chosen-bills.ts')),
      selected.ids(),
    ])
    keepChosenBills(id, { ...(account_id ? { account_id } : {}), bill_ids: ids.map(Number) })
    open({ ...(account_id ? { account_id: String(account_id) } : {}), ...ofChosenBills })
  },
})

/** So many bills one file takes. */
const mostBills = 2000

const areOfOne = ({ count, loaded: [first, ...others] }: Selected<BillRow>) =>
  first !== undefined &&
  others.length + 1 === count &&
  others.every(({ account_id }) => account_id === first.account_id)
