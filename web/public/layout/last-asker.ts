import type { PublicBill } from '@saldo/contract/bills/mybill'

export type Asker = Pick<PublicBill['asker'], 'business_name' | 'phone' | 'email'>

let last: Asker | undefined

/** Keeps who asks for money, so that a failure later on can name whom to call. */
export function rememberAsker(asker: Asker): void {
  last = asker
}
export const lastAsker = (): Asker | undefined => last
