import { type Asker, knownAsker } from '../last-known-bill.ts'

let last: Asker | undefined

/** Keeps who asks for money, so that a failure later on can name whom to call. */
export function rememberAsker(asker: Asker): void {
  last = asker
}

/** Who asked for money in this document, or before it was loaded again. */
export const lastAsker = (): Asker | undefined => last ?? knownAsker(location.hash)
