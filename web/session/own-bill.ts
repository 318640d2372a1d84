import type { MyBillsTogether, SavedToPay } from '@saldo/contract/bills/mybills'
import { adoptSession, isOwnSession } from './expiry/session-end.ts'
import { accessToken, appHeaders } from './tokens.ts'

/** A bill of the signed-in user, and their saved methods that can pay it. */
export type OwnBill = { bill_id: number; saved: SavedToPay[] }

const timeout = 10_000

/**
 * Asks, with the session, whether the bill of this link is the signed-in user's and can be paid with what they saved. Null: it is
 * another's, nothing saved can pay it, or the server does not say; the page of the bill then stays as it is for everybody.
 */
export async function askOwnBill(token: string): Promise<OwnBill | null> {
  if (!isOwnSession()) adoptSession()
  try {
    const access = await accessToken()
    const reply = await fetch(`/v1/mybills/together?${new URLSearchParams({ link: token })}`, {
      headers: { ...appHeaders, authorization: `Bearer ${access}` },
      signal: AbortSignal.timeout(timeout),
    })
    if (!reply.ok) return null
    const [group] = ((await reply.json()) as MyBillsTogether).groups
    const [bill] = group?.bills ?? []
    const saved = group?.saved.filter(({ why_not }) => why_not === null) ?? []
    return bill && saved.length > 0 ? { bill_id: bill.bill_id, saved } : null
  } catch {
    return null
  }
}
