/*
 * A resident who pays several condominiums at once confirms each payment at their bank, whose page leads back to that payment's
 * result. From there the page goes on to the results of the whole act, where the next one waits.
 */

const key = 'saldo.act'
type Act = { tokens: readonly string[]; address: string }

/** Remembers in this tab, before the bank's page, where the results of the act are shown. `tokens`: of the results. */
export function keepAct(tokens: readonly string[]): void {
  const act: Act = { tokens, address: location.pathname + location.hash }
  try {
    sessionStorage.setItem(key, JSON.stringify(act))
  } catch {
    // Storage may be blocked: the result of the one payment is then what is shown.
  }
}

/** The address of the act to which this result belongs, once. Null: none was left for the bank's page. */
export function takeAct(token: string): string | null {
  try {
    const act = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Act | null
    if (!act?.tokens.includes(token)) return null
    sessionStorage.removeItem(key)
    return act.address
  } catch {
    return null
  }
}
