import type { Cents } from '@saldo/domain/money'
import { centsToDecimal } from '@saldo/domain/money'

/*
 * Pieces of payment files as text. Nothing is escaped: what is written was brought to the SEPA characters or checked
 * against them, and they have no markup among them.
 */

export const element = (name: string, ...content: string[]): string =>
  `<${name}>${content.join('')}</${name}>`

export const accountElement = (name: string, iban: string): string =>
  element(name, element('Id', element('IBAN', iban)))

/** Banks find each other by the IBAN: no BIC is given, neither as BIC nor as BICFI. */
export const agentElement = (name: string): string =>
  element(name, element('FinInstnId', element('Othr', element('Id', 'NOTPROVIDED'))))

/** No address: banks inside the EEA do not want one, and pure address lines are no longer accepted. */
export const partyElement = (name: string, partyName: string): string =>
  element(name, element('Nm', partyName))

export const amountElement = (amount: Cents): string =>
  `<InstdAmt Ccy="EUR">${centsToDecimal(amount)}</InstdAmt>`

export const paymentIdElement = (payment: { instruction_id: string | null; end_to_end_id: string }): string =>
  element(
    'PmtId',
    payment.instruction_id === null ? '' : element('InstrId', payment.instruction_id),
    element('EndToEndId', payment.end_to_end_id),
  )

/** An empty text is left out. */
export const textElement = (text: string): string =>
  text === '' ? '' : element('RmtInf', element('Ustrd', text))

/** NbOfTxs and CtrlSum. The sum of all amounts is far below the largest integer that a number holds. */
export const totalsElements = (payments: readonly { amount: Cents }[]): string =>
  element('NbOfTxs', String(payments.length)) + element('CtrlSum', centsToDecimal(sumOf(payments)))

const sumOf = (payments: readonly { amount: Cents }[]): Cents =>
  payments.reduce((sum, { amount }) => sum + amount, 0)

/** The beginning of a file, up to the blocks. */
export const messageStart = (
  message: { format: string; root: string },
  header: {
    message_id: string
    created_at: string
    initiator: string
    payments: readonly { amount: Cents }[]
  },
): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${message.format}"><${message.root}>${element(
    'GrpHdr',
    element('MsgId', header.message_id),
    element('CreDtTm', header.created_at),
    totalsElements(header.payments),
    partyElement('InitgPty', header.initiator),
  )}
`

export const messageEnd = (root: string): string => `</${root}></Document>\n`
