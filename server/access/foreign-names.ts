import type { Records } from '../testing/records.ts'
import { takenKinds } from '../testing/sample-input.ts'

/** Part of every name of the other customer's records. */
export const stranger = 'Forestiero'
/** Part of every name of a resident with the same administrator as the caller. */
export const neighbour = 'Dirimpettaio'

/** An id that no record has. */
export const missingId = 987_654_321
/** A link token that opens nothing. */
export const missingToken = 'x'.repeat(43)
export const ibanInPath = Buffer.from('IT56B9999999999000000000001').toString('base64url')
export const missingRecords: Records = {
  ids: Object.fromEntries(takenKinds().map((kind) => [kind, missingId])) as Records['ids'],
  links: { bill: '', payment: '', source: '', autopay: '' },
}
