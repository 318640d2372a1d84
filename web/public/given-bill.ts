import type { PublicBill } from '@saldo/contract/bills/mybill'

export type GivenBill = { token: string; bill: PublicBill }
let given: GivenBill | null = null

/** Keeps the bill that came with the page: the server drew it, and the first drawing in the browser must be the same. */
export function giveBill(of: GivenBill | null): void {
  given = of
}

/** The bill of this link, if it came with the page. */
export const givenBill = (token: string): PublicBill | null => (given?.token === token ? given.bill : null)
