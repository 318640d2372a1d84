import type { PublicBill } from '@saldo/contract/bills/mybill'

type Given = { token: string; bill: PublicBill }
let given: Given | null = null

/** Keeps the bill that came with the page: the server drew it, and the first drawing in the browser must be the same. */
export function giveBill(of: Given | null): void {
  given = of
}

/** The bill of this link, if it came with the page. */
export const givenBill = (token: string): PublicBill | null => (given?.token === token ? given.bill : null)
