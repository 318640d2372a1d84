/** The five menu variants of specification §6. `b2c`: residents, and everybody in the consumer build. */
export const variants = ['b2c', 'unregistered', 'b2b', 'store', 'superuser'] as const
export type Variant = (typeof variants)[number]

/** Variants that a page admits: an office, a store, the back office. */
export const office: readonly Variant[] = ['b2b', 'superuser']
export const officeAndStore: readonly Variant[] = ['b2b', 'store', 'superuser']
export const backOffice: readonly Variant[] = ['superuser']

/**
 * The variant of a user: the back office's for a super user, else the store's, else the full menu if the customer's
 * state check allows it (`menuAllowed`), and the reduced one until then.
 */
export function variantOf(
  user: { flag_super_user: boolean; flag_store: boolean; role: string },
  menuAllowed: boolean,
): Variant {
  if (user.flag_super_user) return 'superuser'
  if (user.role === 'consumer') return 'b2c'
  if (user.flag_store) return 'store'
  return menuAllowed ? 'b2b' : 'unregistered'
}

/** Variants that can search records. */
export const searches: readonly Variant[] = ['b2b', 'superuser']
