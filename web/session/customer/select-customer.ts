/** The acts of selecting a customer, in the order of the specification (§4, “Selecting a customer”). */
export type SelectionActs<Customer> = {
  load: (id: number) => Promise<Customer>
  /** Makes all requests from now on concern this customer; null: all customers. */
  remember: (id: number | null, customer: Customer | null) => void
  /** `error` 'OK' when the customer may use the full menu, else `message` says why not. */
  checkState: (id: number) => Promise<{ error: string; message: string }>
  allowMenu: (id: number, allowed: boolean, message: string) => void
  loadAccounts: (id: number) => Promise<unknown>
  expireSession: () => void
}

/**
 * `select(id)` loads the customer, stores its id, then checks its state: OK allows the menu; anything else withholds it
 * and stores the message. Accounts are loaded only for an id above 0 that differs from the loaded one. If a step fails,
 * no customer is selected and the session expires. Of two concurrent selections the later one wins. `select(null)`
 * returns to all customers. Resolves with whether the customer was selected.
 */
export function customerSelection<Customer>(acts: SelectionActs<Customer>) {
  let latest = 0
  let accountsOf: number | null = null

  async function select(id: number | null): Promise<boolean> {
    latest += 1
    const turn = latest
    if (id === null) {
      accountsOf = null
      acts.remember(null, null)
      return true
    }
    try {
      const customer = await acts.load(id)
      if (turn !== latest) return false
      acts.remember(id, customer)
      loadAccountsOnce(id)
      const { error, message } = await acts.checkState(id)
      if (turn !== latest) return false
      if (error === 'OK') acts.allowMenu(id, true, '')
      else acts.allowMenu(id, false, message)
      return true
    } catch {
      if (turn === latest) fail()
      return false
    }
  }

  function loadAccountsOnce(id: number) {
    if (id <= 0 || id === accountsOf) return
    accountsOf = id
    acts.loadAccounts(id).catch(() => {
      // The accounts were not loaded, so the next selection tries again.
      if (accountsOf === id) accountsOf = null
    })
  }

  function fail() {
    accountsOf = null
    acts.remember(null, null)
    acts.expireSession()
  }

  return { select, fail }
}
