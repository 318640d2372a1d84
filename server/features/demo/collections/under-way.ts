import { addDays, today } from '@saldo/domain/dates'
import { dice as diceOf } from '../generate/seeded-random.ts'
import type { Administrator } from './administrator.ts'
import { anIban } from './demo-movements.ts'
import type { Collecting, OpenBill } from './open-bills.ts'

/** A scan of one empty page. */
const scan = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`

/**
 * Mandates on paper of the holders who have an address, and a run that announces their debits. Returns the run; null if
 * nobody has an address.
 */
export async function startDebitRun(
  office: Administrator,
  { account_id }: Collecting,
  bills: readonly OpenBill[],
): Promise<number | null> {
  const dice = diceOf(1400 + account_id)
  const reachable = bills.filter(({ email }) => email !== null)
  if (reachable.length === 0) return null
  const holders = new Map(reachable.map((bill) => [bill.subject_id, bill.holder]))
  for (const [subject_id, debtor_name] of holders) {
    const { mandate_id } = await office.call<{ mandate_id: number }>('POST', '/v1/mandates', {
      ...{ account_id, subject_id, debtor_name, iban: anIban(dice) },
      signed_on: addDays(today(), -dice.between(20, 400)),
    })
    await office.sendFile(`/v1/mandates/${mandate_id}/scan`, 'mandato-firmato.pdf', scan)
  }
  const { run_id } = await office.call<{ run_id: number }>('POST', '/v1/debit-runs', {
    ...{ account_id, bill_ids: reachable.map(({ bill_id }) => bill_id), due_to: '2199-01-01' },
  })
  return run_id
}

/** A file of notices for the bank, which has not answered yet. */
export const startNotices = (office: Administrator, bills: readonly OpenBill[]) =>
  office.call('POST', '/v1/notices', {
    ...{ bill_ids: bills.map(({ bill_id }) => bill_id), due_on: addDays(today(), 25) },
  })
