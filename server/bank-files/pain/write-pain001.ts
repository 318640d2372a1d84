import type { Day } from '@saldo/domain/dates'
import type { Cents } from '@saldo/domain/money'
import { paymentText } from '@saldo/domain/sepa/sepa-text'
import {
  accountElement,
  agentElement,
  amountElement,
  element,
  messageEnd,
  messageStart,
  partyElement,
  paymentIdElement,
  textElement,
  totalsElements,
} from './elements.ts'
import {
  checkAmount,
  checkBankingDay,
  checkMessage,
  checkReference,
  EndToEndIds,
  ibanOf,
  nameOf,
} from './order-checks.ts'
import { PaymentOrderRefused } from './order-refused.ts'

/** Credit transfers to order from a bank. One block for each debtor account and execution day. */
export type TransferOrder = {
  message_id: string
  /** ISO 8601, written as it is. */
  created_at: string
  /** Who makes the file. */
  initiator: string
  blocks: readonly TransferBlock[]
}
export type TransferBlock = {
  block_id: string
  execute_on: Day
  debtor_name: string
  debtor_iban: string
  transfers: readonly OrderedTransfer[]
}
export type OrderedTransfer = {
  instruction_id: string | null
  end_to_end_id: string
  /** Cents. */
  amount: Cents
  creditor_name: string
  creditor_iban: string
  text: string
}

export const transferFormats = ['pain.001.001.03', 'pain.001.001.09'] as const
export type TransferFormat = (typeof transferFormats)[number]

const root = 'CstmrCdtTrfInitn'

/**
 * Writes the customer-to-bank order of SEPA transfers by the EPC's guidelines (EPC132-08), transfer after transfer. Checks
 * the whole order first and throws a PaymentOrderRefused, before any piece, if the file would be invalid.
 */
export function writePain001(order: TransferOrder, format: TransferFormat): AsyncGenerator<string> {
  checkTransferOrder(order)
  return pieces(order, format)
}

async function* pieces(order: TransferOrder, format: TransferFormat): AsyncGenerator<string> {
  const payments = order.blocks.flatMap(({ transfers }) => transfers)
  const initiator = nameOf(order.initiator, 'di chi presenta il flusso')
  yield messageStart({ format, root }, { ...order, initiator, payments })
  for (const block of order.blocks) {
    yield `<PmtInf>${blockHead(block, format)}\n`
    for (const transfer of block.transfers) yield `${transferElement(transfer)}\n`
    yield '</PmtInf>\n'
  }
  yield messageEnd(root)
}

const blockHead = (block: TransferBlock, format: TransferFormat): string =>
  [
    element('PmtInfId', block.block_id),
    element('PmtMtd', 'TRF'),
    // Each transfer is a line of the statement, so that each refund is found by its own reference.
    element('BtchBookg', 'false'),
    totalsElements(block.transfers),
    element('PmtTpInf', element('SvcLvl', element('Cd', 'SEPA'))),
    element('ReqdExctnDt', format === 'pain.001.001.03' ? block.execute_on : element('Dt', block.execute_on)),
    partyElement('Dbtr', nameOf(block.debtor_name, 'di chi paga')),
    accountElement('DbtrAcct', ibanOf(block.debtor_iban, 'di chi paga')),
    agentElement('DbtrAgt'),
    element('ChrgBr', 'SLEV'),
  ].join('')

const transferElement = (transfer: OrderedTransfer): string =>
  element(
    'CdtTrfTxInf',
    paymentIdElement(transfer),
    element('Amt', amountElement(transfer.amount)),
    partyElement('Cdtr', nameOf(transfer.creditor_name, 'del beneficiario')),
    accountElement('CdtrAcct', ibanOf(transfer.creditor_iban, 'del beneficiario')),
    textElement(paymentText(transfer.text, 140)),
  )

function checkTransferOrder(order: TransferOrder): void {
  if (order.blocks.length === 0) throw new PaymentOrderRefused('Non c’è nessun bonifico da disporre.')
  checkMessage(order)
  nameOf(order.initiator, 'di chi presenta il flusso')
  const ids = new EndToEndIds()
  for (const block of order.blocks) {
    if (block.transfers.length === 0)
      throw new PaymentOrderRefused(`La distinta ${block.block_id} non ha bonifici.`)
    checkBankingDay(block.execute_on, 'di esecuzione')
    nameOf(block.debtor_name, 'di chi paga')
    ibanOf(block.debtor_iban, 'di chi paga')
    for (const { end_to_end_id, instruction_id, ...transfer } of block.transfers) {
      ids.check(end_to_end_id)
      if (instruction_id !== null)
        checkReference(instruction_id, 'Il riferimento della disposizione', end_to_end_id)
      checkAmount(transfer.amount, end_to_end_id)
      nameOf(transfer.creditor_name, `del beneficiario di ${end_to_end_id}`, end_to_end_id)
      ibanOf(transfer.creditor_iban, `del beneficiario di ${end_to_end_id}`, end_to_end_id)
    }
  }
}
