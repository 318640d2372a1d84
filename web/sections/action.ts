import type { Permission } from '@saldo/contract/sections'
import type { Address } from '../paths.ts'
import type { Variant } from '../session/permissions/variant.ts'
import type { IconShape } from '../ui/icons/Icon.tsx'

/**
 * Something that people do in a section, as Ctrl+K finds it. Declared in `features/<section>/actions.ts`, which is
 * loaded with the dialog and not before. Who is offered it follows from the page that it opens; `only` and `permission`
 * are what the act needs beyond that page.
 */
export type Action = {
  /** Kept as “recently used”: it stays the same when the label changes. */
  id: string
  /** The imperative or the name of what is made: “Registra un incasso”, “Nuova bolletta”. */
  label: string
  /** Other words by which people look for it. */
  words: string
  icon: IconShape
  /** The page; `{ azione }` in its search opens a dialog there (`useAskedAct`). */
  to: Address
  /** Of the variants that the page admits. */
  only?: readonly Variant[]
  /** The permission of the button, where the page itself needs less. */
  permission?: Permission
  /** Only for people with all permissions of the office. */
  full?: true
  /** A super user chooses a customer first: what is made belongs to one. */
  ofOneCustomer?: true
  /** Among the first when nothing is typed, in ascending order. */
  useful?: number
}
