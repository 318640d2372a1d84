import type { Records } from '../testing/records.ts'

/** Part of every name of the other customer's records. */
export const stranger = 'Forestiero'
/** Part of every name of a resident with the same administrator as the caller. */
export const neighbour = 'Dirimpettaio'

/** An id that no record has. */
export const missingId = 987_654_321
/** A link token that opens nothing. */
export const missingToken = 'x'.repeat(43)
export const ibanInPath = Buffer.from('IT56B9999999999000000000001').toString('base64url')
export const missingRecords: Records = {
  ids: {
    customer: missingId,
    account: missingId,
    subject: missingId,
    bill: missingId,
    instalment: missingId,
    payment: missingId,
    import: missingId,
    registry_import: missingId,
    source: missingId,
    debit: missingId,
    dispute: missingId,
    office_debt: missingId,
    reconciliation_day: missingId,
    reconciliation_item: missingId,
    reconciliation_run: missingId,
    user: missingId,
    subuser: missingId,
    session: missingId,
    message: missingId,
    passkey: missingId,
    reminder: missingId,
    reminder_run: missingId,
    bill_run: missingId,
    plan: missingId,
    audit_line: missingId,
    certificate: missingId,
    budget: missingId,
    credit_note: missingId,
    budget_expense: missingId,
    unit: missingId,
    right_holder: missingId,
    weight_table: missingId,
    document: missingId,
    incomplete_customer: missingId,
    blocked_iban: missingId,
    customer_group: missingId,
    sector: missingId,
    agent: missingId,
    agent_customer: missingId,
    ledger_entry: missingId,
    ledger_line: missingId,
    payout: missingId,
    payout_line: missingId,
  },
  links: { bill: '', payment: '', source: '' },
}
