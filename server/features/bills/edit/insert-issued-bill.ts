import type { Tx } from '../../../db/connection.ts'
import { writeInstalments, writeLines } from './bill-parts.ts'

type IssuedBill = {
  customer_id: number
  account_id: number
  subject_id: number
  number: string
  description: string
  unit?: string | null
  issue_date: string
  amount: number
}

/** Inserts a bill made by the product itself: one line, one instalment, issued. Returns its id. */
export async function insertIssuedBill(tx: Tx, bill: IssuedBill, due_date: string): Promise<number> {
  const { customer_id, description, amount } = bill
  const [made] = await tx`insert into bills ${tx({ ...bill, status: 'issued' })} returning bill_id`
  const bill_id = made?.bill_id as number
  await writeLines(tx, { customer_id, bill_id }, [{ description, amount }])
  await writeInstalments(tx, { customer_id, bill_id }, [{ due_date, amount }])
  return bill_id
}
