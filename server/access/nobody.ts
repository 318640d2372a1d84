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
  ids: {
    customer: nobodys,
    account: nobodys,
    subject: nobodys,
    bill: nobodys,
    instalment: nobodys,
    payment: nobodys,
    import: nobodys,
    registry_import: nobodys,
    source: nobodys,
    debit: nobodys,
    dispute: nobodys,
    office_debt: nobodys,
    reconciliation_day: nobodys,
    reconciliation_item: nobodys,
    reconciliation_run: nobodys,
    user: nobodys,
    subuser: nobodys,
    session: nobodys,
    message: nobodys,
    passkey: nobodys,
    reminder: nobodys,
    reminder_run: nobodys,
    bill_run: nobodys,
    plan: nobodys,
    audit_line: nobodys,
    certificate: nobodys,
    budget: nobodys,
    credit_note: nobodys,
    budget_expense: nobodys,
    unit: nobodys,
    right_holder: nobodys,
    weight_table: nobodys,
    document: nobodys,
    incomplete_customer: nobodys,
    blocked_iban: nobodys,
    customer_group: nobodys,
    sector: nobodys,
    agent: nobodys,
    agent_customer: nobodys,
    ledger_entry: nobodys,
    ledger_line: nobodys,
    payout: nobodys,
    payout_line: nobodys,
  },
  links: { bill: '', payment: '', source: '' },
}
