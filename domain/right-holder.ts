/** The rights that a person may have in a unit, and what their holder is called on screen. */
export const rightNames = {
  owner: 'Proprietario',
  bare_owner: 'Nudo proprietario',
  usufructuary: 'Usufruttuario',
  tenant: 'Inquilino',
} as const
export type RightKind = keyof typeof rightNames
export const rightKinds = Object.keys(rightNames) as [RightKind, ...RightKind[]]
