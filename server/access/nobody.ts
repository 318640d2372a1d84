import { recordKinds } from '@saldo/contract/record-kinds'
import type { Records } from '../testing/records.ts'

/** In every name of the customer who is not the caller's. */
export const stranger = 'Forestiero'
/** In every name of the resident who has the same administrator as the caller. */
export const neighbour = 'Dirimpettaio'

/** An id that no record has. */
export const nobodys = 987_654_321
/** For a path whose token is no link of a record's. */
export const nobodysToken = 'x'.repeat(43)
export const ibanInPath = Buffer.from('IT56B9999999999000000000001').toString('base64url')
export const nobodysRecords: Records = {
  ids: Object.fromEntries(recordKinds.map((kind) => [kind, nobodys])) as Records['ids'],
  links: { bill: '', payment: '', source: '' },
}
