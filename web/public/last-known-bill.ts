import type { PublicBill } from '@saldo/contract/bills/mybill'

/** A bill as it was last shown in this tab. `at`: milliseconds since 1970. */
export type KnownBill = { token: string; bill: PublicBill; at: number }

const key = 'saldo.bill'

/** Remembers the bill until the tab is closed: others who use the device do not find it. */
export function rememberBill(token: string, bill: PublicBill): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ token, bill, at: Date.now() } satisfies KnownBill))
  } catch {
    // Storage may be blocked or full: the bill is then not there without a connection.
  }
}

/** The bill of this link as it was last shown in this tab. */
export function lastKnownBill(token: string): KnownBill | null {
  try {
    const known = JSON.parse(sessionStorage.getItem(key) ?? 'null') as KnownBill | null
    return known?.token === token ? known : null
  } catch {
    return null
  }
}
