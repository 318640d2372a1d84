import type { Day } from '@saldo/domain/dates'
import { mandateAmendment } from '@saldo/domain/sepa/mandate-amendment'
import type { SequenceType } from '@saldo/domain/sepa/sequence-type'
import { writePain008 } from '../../bank-files/pain/write-pain008.ts'

type Debit = {
  end_to_end_id: string
  amount: number
  umr: string
  signed_on: Day
  debtor_name: string
  debtor_iban: string
  presented_umr: string | null
  presented_iban: string | null
  bill_number: string
}
type Block = {
  block_id: string
  sequence: SequenceType
  scheme: 'CORE'
  collect_on: Day
  creditor_name: string
  creditor_iban: string
  creditor_id: string
  debits: readonly Debit[]
}

/**
 * The file of a run. A mandate whose reference or IBAN differs from what the bank was told last is sent with its
 * amendment. Throws a PaymentOrderRefused when no valid file can be made.
 */
export async function orderContent(
  order: { message_id: string; created_at: string; initiator: string; blocks: readonly Block[] },
  format: 'pain.008.001.02' | 'pain.008.001.08',
): Promise<Buffer> {
  const blocks = order.blocks.map((block) => ({ ...block, debits: block.debits.map(debitOf) }))
  const pieces: string[] = []
  for await (const piece of writePain008({ ...order, blocks }, format)) pieces.push(piece)
  return Buffer.from(pieces.join(''))
}

const debitOf = ({ umr, presented_umr, presented_iban, bill_number, ...debit }: Debit) => ({
  instruction_id: debit.end_to_end_id,
  end_to_end_id: debit.end_to_end_id,
  amount: debit.amount,
  mandate_reference: umr,
  signed_on: debit.signed_on,
  amendment:
    presented_umr !== null && presented_iban !== null
      ? mandateAmendment(
          { reference: presented_umr, iban: presented_iban },
          { reference: umr, iban: debit.debtor_iban },
        )
      : null,
  debtor_name: debit.debtor_name,
  debtor_iban: debit.debtor_iban,
  text: `Bolletta ${bill_number}`,
})
