import type { CamtFormat } from '../camt/sequences.ts'
import {
  closingOf,
  decimal,
  type RandomEntry,
  type RandomItem,
  type RandomStatement,
  sumOf,
} from './random-statements.ts'

/** Writes a camt message for the property tests. Not of the product: it only knows what the tests need. */
export function writeCamt(format: CamtFormat, statements: RandomStatement[], lineBreak = '\n'): string {
  const [root, statement] = format.startsWith('camt.053')
    ? ['BkToCstmrStmt', 'Stmt']
    : ['BkToCstmrDbtCdtNtfctn', 'Ntfctn']
  const created = el('CreDtTm', '2026-06-30T06:10:00')
  const reports = statements.map((each, index) =>
    el(statement!, [
      el('Id', `S${index}`),
      created,
      el('Acct', [el('Id', el('IBAN', each.iban)), el('Ccy', 'EUR')]),
      ...(statement === 'Stmt' ? [balance('OPBD', each.opening), balance('CLBD', closingOf(each))] : []),
      el('TxsSummry', [
        el('TtlNtries', [
          el('NbOfNtries', `${each.entries.length}`),
          el('Sum', decimal(each.entries.reduce((sum, entry) => sum + Math.abs(sumOf(entry)), 0))),
        ]),
      ]),
      ...each.entries.map((entry) => entryOf(entry, format.endsWith('.08'))),
    ]),
  )
  const header = el('GrpHdr', [el('MsgId', 'M1'), created])
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${format}">`,
    el(root!, [header, ...reports]),
    '</Document>',
  ].join(lineBreak)
}

function balance(kind: string, cents: number): string {
  return el('Bal', [
    el('Tp', el('CdOrPrtry', el('Cd', kind))),
    amount(cents),
    sign(cents >= 0),
    el('Dt', el('Dt', '2026-06-30')),
  ])
}

function entryOf(entry: RandomEntry, later: boolean): string {
  return el('Ntry', [
    amount(sumOf(entry)),
    sign(entry.credit),
    el('Sts', later ? el('Cd', 'BOOK') : 'BOOK'),
    el('BookgDt', el('Dt', entry.booked_on)),
    el('ValDt', el('DtTm', `${entry.value_on}T10:00:00`)),
    el('AcctSvcrRef', entry.bank_reference),
    el('BkTxCd', el('Prtry', el('Cd', '48'))),
    el('NtryDtls', [
      el('Btch', el('NbOfTxs', `${entry.items.length}`)),
      ...entry.items.map((item) => itemOf(item, entry.credit, later)),
    ]),
  ])
}

function itemOf(item: RandomItem, credit: boolean, later: boolean): string {
  const side = credit ? 'Dbtr' : 'Cdtr'
  const name = item.name === null ? '' : leaf('Nm', item.name)
  const party = [
    item.name === null ? '' : el(side, later ? el('Pty', name) : name),
    item.iban === null ? '' : el(`${side}Acct`, el('Id', el('IBAN', item.iban))),
  ].join('')
  const remittance = [
    item.text === null ? '' : leaf('Ustrd', item.text),
    item.reference === null ? '' : el('Strd', el('CdtrRefInf', el('Ref', item.reference))),
  ].join('')
  return el('TxDtls', [
    el('Refs', el('EndToEndId', item.end_to_end ?? 'NOTPROVIDED')),
    later ? `${amount(item.cents)}${sign(credit)}` : el('AmtDtls', el('TxAmt', amount(item.cents))),
    party && el('RltdPties', party),
    remittance && el('RmtInf', remittance),
  ])
}

const amount = (cents: number): string => `<Amt Ccy="EUR">${decimal(cents)}</Amt>`
const sign = (credit: boolean): string => el('CdtDbtInd', credit ? 'CRDT' : 'DBIT')

const el = (name: string, content: string | string[]): string =>
  `<${name}>${Array.isArray(content) ? content.join('') : content}</${name}>`

const leaf = (name: string, text: string): string =>
  el(name, text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'))
