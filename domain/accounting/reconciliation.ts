/** The kinds of unexplained differences between the provider's book, our attempts and our ledger. */
export const itemKinds = [
  'not_here',
  'not_there',
  'amount_differs',
  'ledger_missing',
  'ledger_duplicate',
  'fee_differs',
  'nobody',
] as const
export type ItemKind = (typeof itemKinds)[number]

export const itemKindLabels: Record<ItemKind, string> = {
  not_here: 'Incassato dal provider, non qui',
  not_there: 'Qui, ma il provider non lo conosce',
  amount_differs: 'Importi diversi',
  ledger_missing: 'Scrittura mancante',
  ledger_duplicate: 'Scrittura in più',
  fee_differs: 'Commissione diversa',
  nobody: 'Di nessun pagamento',
}

/**
 * The kinds of movements that are compared. transfer: between the platform and a connected account; connected: that
 * account's own book.
 */
export const itemClasses = ['charge', 'refund', 'dispute', 'transfer', 'connected'] as const
export type ItemClass = (typeof itemClasses)[number]

export const itemClassLabels: Record<ItemClass, string> = {
  charge: 'Incasso',
  refund: 'Rimborso',
  dispute: 'Storno o contestazione',
  transfer: 'Passaggio al conto collegato',
  connected: 'Conto collegato dello studio',
}

export const itemStates = ['open', 'explained', 'resolved'] as const
export type ItemState = (typeof itemStates)[number]

/** apply: ask the provider again and apply what it says; post: write what the ledger lacks; explain: say why, and leave it. */
export type ItemAction = 'apply' | 'post' | 'explain'

const actions: Record<ItemKind, readonly ItemAction[]> = {
  not_here: ['apply', 'explain'],
  not_there: ['apply', 'explain'],
  amount_differs: ['apply', 'explain'],
  ledger_missing: ['post', 'explain'],
  ledger_duplicate: ['post', 'explain'],
  fee_differs: ['post', 'explain'],
  nobody: ['apply', 'explain'],
}

/** Transfers between the platform and a connected account are always read from the provider, never posted by hand. */
const passedOn: readonly ItemClass[] = ['transfer', 'connected']

/** The actions possible on an item; none once it is explained. */
export const itemActions = ({
  kind,
  state,
  class: of,
}: {
  kind: ItemKind
  state: ItemState
  class: ItemClass
}): readonly ItemAction[] => {
  if (state !== 'open') return []
  return passedOn.includes(of) ? ['apply', 'explain'] : actions[kind]
}
