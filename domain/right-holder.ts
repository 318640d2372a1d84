/**
 * The rights that a person may have in a unit. Screens name the right and not its holder, because the holder may be a
 * woman, a man or a company.
 */
export const rightNames = {
  owner: 'Proprietà',
  bare_owner: 'Nuda proprietà',
  usufructuary: 'Usufrutto',
  tenant: 'Locazione',
} as const
export type RightKind = keyof typeof rightNames
export const rightKinds = Object.keys(rightNames) as [RightKind, ...RightKind[]]
