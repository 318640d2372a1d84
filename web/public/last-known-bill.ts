import type { PublicBill } from '@saldo/contract/bills/mybill'
import { type PublicPage, publicPageOf } from './public-page.ts'

/** Whom to call about a bill. */
export type Asker = Pick<PublicBill['asker'], 'business_name' | 'phone' | 'email'>

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
  const known = readKnownBill()
  return known?.token === token ? known : null
}

/**
 * Whom to call about the page at this address after `#`: who sent the bill that this tab showed last. Nobody where the address
 * names another bill.
 */
export function knownAsker(hash: string): Asker | undefined {
  const known = readKnownBill()
  const place = publicPageOf(hash)
  if (!place || (byBill.includes(place.page) && place.token !== known?.token)) return undefined
  return known?.bill?.asker
}

/** The pages whose token is that of a bill. */
const byBill: readonly PublicPage['page'][] = ['bill', 'plan', 'mandate']

function readKnownBill(): KnownBill | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as KnownBill | null
  } catch {
    return null
  }
}
