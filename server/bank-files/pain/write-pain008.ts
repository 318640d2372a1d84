import { formatDate, isDay } from '@saldo/domain/dates'
import { checkCreditorId } from '@saldo/domain/sepa/creditor-id'
import { type MandateAmendment, newDebtorBank } from '@saldo/domain/sepa/mandate-amendment'
import { paymentText } from '@saldo/domain/sepa/sepa-text'
import type { DebitOrderBlock, DebitOrderFile, OrderedDebit } from '../bank-file.ts'
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

/**
 * Debits to present to a bank, as a DebitOrderFile without what a reading adds. One block for each sequence type and
 * collection day of a creditor account. Names and texts may hold any character; references are written as they are.
 */
export type DebitOrder = {
  message_id: string
  /** ISO 8601, written as it is. */
  created_at: string
  /** Who makes the file. Null: the creditor of the first block. */
  initiator: string | null
  blocks: readonly BlockToPresent[]
}
export type BlockToPresent = Omit<DebitOrderBlock, 'line' | 'debits'> & { debits: readonly DebitToPresent[] }
export type DebitToPresent = Omit<OrderedDebit, 'line'>

const root = 'CstmrDrctDbtInitn'

/**
 * Writes the customer-to-bank order of SEPA debits by the EPC's guidelines (EPC130-08, EPC131-08), debit after debit.
 * The version is the one that the bank takes: .02 is the long-used one, .08 that of the rulebooks since March 2024.
 * Checks the whole order first and throws a PaymentOrderRefused, before any piece, if the file would be invalid.
 */
export function writePain008(order: DebitOrder, format: DebitOrderFile['format']): AsyncGenerator<string> {
  checkDebitOrder(order)
  return pieces(order, format)
}

async function* pieces(order: DebitOrder, format: DebitOrderFile['format']): AsyncGenerator<string> {
  const payments = order.blocks.flatMap(({ debits }) => debits)
  const initiator = nameOf(
    order.initiator ?? order.blocks[0]?.creditor_name ?? '',
    'di chi presenta il flusso',
  )
  yield messageStart({ format, root }, { ...order, initiator, payments })
  for (const block of order.blocks) {
    yield `<PmtInf>${blockHead(block)}\n`
    for (const debit of block.debits) yield `${debitElement(debit)}\n`
    yield '</PmtInf>\n'
  }
  yield messageEnd(root)
}

const initiatorOf = (order: DebitOrder): string =>
  nameOf(order.initiator ?? order.blocks[0]?.creditor_name ?? '', 'di chi presenta il flusso')

const blockHead = (block: BlockToPresent): string =>
  [
    element('PmtInfId', block.block_id),
    element('PmtMtd', 'DD'),
    // One credit on the statement for each block: it is recognised by the block's id.
    element('BtchBookg', 'true'),
    totalsElements(block.debits),
    element(
      'PmtTpInf',
      element('SvcLvl', element('Cd', 'SEPA')),
      element('LclInstrm', element('Cd', block.scheme)),
      element('SeqTp', block.sequence),
    ),
    element('ReqdColltnDt', block.collect_on),
    partyElement('Cdtr', nameOf(block.creditor_name, 'del creditore')),
    accountElement('CdtrAcct', ibanOf(block.creditor_iban, 'del creditore')),
    agentElement('CdtrAgt'),
    element('ChrgBr', 'SLEV'),
    creditorScheme(checkCreditorId(block.creditor_id).creditor_id),
  ].join('')

const creditorScheme = (creditorId: string): string =>
  element(
    'CdtrSchmeId',
    element(
      'Id',
      element(
        'PrvtId',
        element('Othr', element('Id', creditorId), element('SchmeNm', element('Prtry', 'SEPA'))),
      ),
    ),
  )

const debitElement = (debit: DebitToPresent): string =>
  element(
    'DrctDbtTxInf',
    paymentIdElement(debit),
    amountElement(debit.amount),
    element(
      'DrctDbtTx',
      element(
        'MndtRltdInf',
        element('MndtId', debit.mandate_reference),
        element('DtOfSgntr', debit.signed_on),
        debit.amendment ? amendmentElements(debit.amendment) : '',
      ),
    ),
    agentElement('DbtrAgt'),
    partyElement('Dbtr', nameOf(debit.debtor_name, 'di chi paga')),
    accountElement('DbtrAcct', ibanOf(debit.debtor_iban, 'di chi paga')),
    textElement(paymentText(debit.text, 140)),
  )

/**
 * SMNDA stands as the identifier of the old account, where the rulebooks since November 2016 want it; before, it was that
 * of the old bank.
 */
function amendmentElements(amendment: MandateAmendment): string {
  const { original_mandate_reference: reference, original_debtor_account: account } = amendment
  return (
    element('AmdmntInd', 'true') +
    element(
      'AmdmntInfDtls',
      reference === null ? '' : element('OrgnlMndtId', reference),
      account === null ? '' : oldAccountElement(account),
    )
  )
}

const oldAccountElement = (account: string): string =>
  account === newDebtorBank
    ? element('OrgnlDbtrAcct', element('Id', element('Othr', element('Id', newDebtorBank))))
    : accountElement('OrgnlDbtrAcct', ibanOf(account, 'precedente'))

function checkDebitOrder(order: DebitOrder): void {
  if (order.blocks.length === 0) throw new PaymentOrderRefused('Non c’è nessun addebito da presentare.')
  checkMessage(order)
  initiatorOf(order)
  const ids = new EndToEndIds()
  const onceOnly = new Set<string>()
  for (const block of order.blocks) {
    if (block.debits.length === 0)
      throw new PaymentOrderRefused(`La distinta ${block.block_id} non ha addebiti.`)
    checkBankingDay(block.collect_on, 'di addebito')
    nameOf(block.creditor_name, 'del creditore')
    ibanOf(block.creditor_iban, 'del creditore')
    if (!checkCreditorId(block.creditor_id).valid)
      throw new PaymentOrderRefused(
        `L’identificativo del creditore ${block.creditor_id} è sbagliato: controllalo nei dati del condominio.`,
      )
    for (const debit of block.debits) {
      ids.check(debit.end_to_end_id)
      checkDebit(debit, block)
      if (block.sequence === 'OOFF') checkUsedOnce(debit, onceOnly)
    }
  }
}

function checkDebit(debit: DebitToPresent, block: BlockToPresent): void {
  const { end_to_end_id } = debit
  if (debit.instruction_id !== null)
    checkReference(debit.instruction_id, 'Il riferimento della disposizione', end_to_end_id)
  checkAmount(debit.amount, end_to_end_id)
  checkReference(debit.mandate_reference, 'Il riferimento del mandato', end_to_end_id)
  if (!isDay(debit.signed_on))
    throw new PaymentOrderRefused(
      `La data di firma del mandato ${debit.mandate_reference} non esiste.`,
      end_to_end_id,
    )
  if (debit.signed_on > block.collect_on)
    throw new PaymentOrderRefused(
      `Il mandato ${debit.mandate_reference} è firmato il ${formatDate(debit.signed_on)}, dopo la data di addebito.`,
      end_to_end_id,
    )
  nameOf(debit.debtor_name, `di chi paga ${end_to_end_id}`, end_to_end_id)
  ibanOf(debit.debtor_iban, `di chi paga ${end_to_end_id}`, end_to_end_id)
  if (debit.amendment) checkAmendment(debit.amendment, end_to_end_id)
}

function checkAmendment(amendment: MandateAmendment, end_to_end_id: string): void {
  const { original_mandate_reference: reference, original_debtor_account: account } = amendment
  if (reference === null && account === null)
    throw new PaymentOrderRefused(
      `La modifica del mandato di ${end_to_end_id} non dice che cosa è cambiato.`,
      end_to_end_id,
    )
  if (reference !== null) checkReference(reference, 'Il riferimento precedente del mandato', end_to_end_id)
  if (account !== null && account !== newDebtorBank)
    ibanOf(account, `precedente del mandato di ${end_to_end_id}`, end_to_end_id)
}

function checkUsedOnce({ mandate_reference, end_to_end_id }: DebitToPresent, used: Set<string>): void {
  if (used.has(mandate_reference))
    throw new PaymentOrderRefused(
      `Il mandato ${mandate_reference} vale per un solo addebito, ma il flusso ne ha due.`,
      end_to_end_id,
    )
  used.add(mandate_reference)
}
