import type { Day } from '@saldo/domain/dates'
import type { Cents } from '@saldo/domain/money'
import { decimal } from './stated.ts'

/** What the bank reads in a file of debits (pain.008) that was presented to it: found by its tags alone. */
export type PresentedOrder = {
  message_id: string
  blocks: {
    block_id: string
    debits: {
      end_to_end_id: string
      mandate_reference: string
      amount: Cents
      debtor: string
      text: string
    }[]
  }[]
}
export function presentedOrder(xml: string): PresentedOrder {
  return {
    message_id: inside(xml, 'MsgId'),
    blocks: all(xml, 'PmtInf').map((block) => ({
      block_id: inside(block, 'PmtInfId'),
      debits: all(block, 'DrctDbtTxInf').map((debit) => ({
        end_to_end_id: inside(debit, 'EndToEndId'),
        mandate_reference: inside(debit, 'MndtId'),
        amount: Math.round(Number(inside(debit, 'InstdAmt')) * 100),
        debtor: inside(inside(debit, 'Dbtr'), 'Nm'),
        text: inside(debit, 'Ustrd'),
      })),
    })),
  }
}

const all = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>(.*?)</${name}>`, 'gs'))].map(
    ([, content = '']) => content,
  )
const inside = (xml: string, name: string): string =>
  (all(xml, name)[0] ?? '').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** The bank's answer to an order (pain.002.001.03): these debits are rejected, each with its reason, the others accepted. */
export function debitAnswer(
  id: string,
  day: Day,
  { message_id, blocks }: PresentedOrder,
  rejected: ReadonlyMap<string, string>,
): string {
  const count = blocks.reduce((sum, { debits }) => sum + debits.length, 0)
  const total = (debits: readonly { amount: Cents }[]) =>
    decimal(debits.reduce((sum, { amount }) => sum + amount, 0))
  const statusOf = (debits: readonly { end_to_end_id: string }[]) =>
    debits.some(({ end_to_end_id }) => rejected.has(end_to_end_id)) ? 'PART' : 'ACSP'
  const answers = blocks.map(
    ({ block_id, debits }) =>
      `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${block_id}</OrgnlPmtInfId><OrgnlNbOfTxs>${debits.length}</OrgnlNbOfTxs><OrgnlCtrlSum>${total(debits)}</OrgnlCtrlSum><PmtInfSts>${statusOf(debits)}</PmtInfSts>${debits
        .map(({ end_to_end_id, amount }) => {
          const reason = rejected.get(end_to_end_id)
          const why = reason ? `<StsRsnInf><Rsn><Cd>${reason}</Cd></Rsn></StsRsnInf>` : ''
          return `<TxInfAndSts><OrgnlEndToEndId>${end_to_end_id}</OrgnlEndToEndId><TxSts>${reason ? 'RJCT' : 'ACSP'}</TxSts>${why}<OrgnlTxRef><Amt><InstdAmt Ccy="EUR">${decimal(amount)}</InstdAmt></Amt></OrgnlTxRef></TxInfAndSts>`
        })
        .join('\n')}</OrgnlPmtInfAndSts>`,
  )
  const everything = blocks.flatMap(({ debits }) => debits)
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03"><CstmrPmtStsRpt><GrpHdr><MsgId>${id}</MsgId><CreDtTm>${day}T20:05:11</CreDtTm></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${message_id}</OrgnlMsgId><OrgnlMsgNmId>pain.008.001.08</OrgnlMsgNmId><OrgnlNbOfTxs>${count}</OrgnlNbOfTxs><OrgnlCtrlSum>${total(everything)}</OrgnlCtrlSum><GrpSts>${statusOf(everything)}</GrpSts></OrgnlGrpInfAndSts>
${answers.join('\n')}
</CstmrPmtStsRpt></Document>
`
}

/** How a notice ended: paid, returned unpaid, or expired. */
export type NoticeEnd = 'paid' | 'unpaid' | 'expired'
export const causali: Record<NoticeEnd, string> = { paid: '07000', unpaid: '07006', expired: '07010' }

/**
 * The outcomes of the notices (MAV) of an order, as the bank sends them: the order's own records, with the sign of a credit,
 * the causale, the account credited and the days. `end`: what became of a creditor's number; null, of which the file says
 * nothing.
 */
export function noticeOutcomes(
  order: string,
  name: string,
  day: Day,
  end: (creditor_number: string) => NoticeEnd | null,
): Buffer {
  const lines = order.split(/\r?\n/).filter((line) => line !== '')
  const numberOf = (at: string) =>
    lines
      .find((line) => line.startsWith(` 51${at}`))
      ?.slice(10, 20)
      .trim() ?? ''
  const numbers = [
    ...new Set(lines.filter((line) => line.startsWith(' 14')).map((line) => line.slice(3, 10))),
  ]
  const told = numbers.flatMap((at) => {
    const how = end(numberOf(at))
    return how ? [{ at, how }] : []
  })
  const body = told.flatMap(({ at, how }, index) =>
    lines
      .filter((line) => line.slice(3, 10) === at && /^ (14|20|30|40|50|51|59|70)/.test(line))
      .map((line) => put(line, 4, String(index + 1).padStart(7, '0')))
      .map((line) => answered(line, how, day)),
  )
  const sum = body
    .filter((line) => line.startsWith(' 14'))
    .reduce((total, line) => total + Number(line.slice(33, 46)), 0)
  const [order_head = ''] = lines
  // In the order the creditor's SIA stands before its bank, in the bank's file behind it.
  const frame = `${order_head.slice(8, 13)}${order_head.slice(3, 8)}${short(day)}${name}`
  const head = put(put('', 2, 'IM'), 4, frame)
  const trailer: [number, string][] = [
    ...([
      [2, 'EF'],
      [4, frame],
      [46, digits(told.length, 7)],
      [53, digits(0, 15)],
    ] as [number, string][]),
    ...([
      [68, digits(sum, 15)],
      [83, digits(body.length + 2, 7)],
    ] as [number, string][]),
  ]
  const lines_told = [head, ...body, trailer.reduce((line, [from, text]) => put(line, from, text), '')]
  return Buffer.from(lines_told.map((line) => `${line}\r\n`).join(''), 'latin1')
}

function answered(line: string, how: NoticeEnd, day: Day): string {
  // Our account moves to where the order has the debtor's bank; before it stands the branch where the notice was paid.
  if (line.startsWith(' 14'))
    return put(put(put(line, 29, causali[how]), 47, '+0306999000'.padEnd(23)), 70, line.slice(47, 69))
  if (line.startsWith(' 51') && how === 'paid')
    return put(
      put(put(put(line, 75, line.slice(10, 20).padStart(12, '0')), 87, '00000'), 92, short(day)),
      110,
      short(day),
    )
  return line
}

const digits = (value: number, width: number): string => String(value).padStart(width, '0')
const short = (day: Day): string => `${day.slice(8)}${day.slice(5, 7)}${day.slice(2, 4)}`
/** The line with this text at a position counted from 1. */
const put = (line: string, from: number, text: string): string =>
  line.padEnd(120).slice(0, from - 1) + text + line.padEnd(120).slice(from - 1 + text.length)
