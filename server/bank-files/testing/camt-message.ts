import { readStatements } from './fixtures.ts'

export const IBAN = 'IT20C0306999411000009974229'
export const OTHER = 'IT44V0538799902000008246317'

export type Parts = {
  version?: '02' | '08'
  kind?: '053' | '054'
  balances?: string
  summary?: string
  entries?: string
  account?: string
}

/** A message of one statement: opening 100.00, closing 110.00. */
export function message({
  version = '02',
  kind = '053',
  account,
  summary = '',
  entries = entry(),
  ...parts
}: Parts): string {
  const [root, report] = kind === '053' ? ['BkToCstmrStmt', 'Stmt'] : ['BkToCstmrDbtCdtNtfctn', 'Ntfctn']
  const balances = parts.balances ?? balance('OPBD', '100.00') + balance('CLBD', '110.00')
  const created = '<CreDtTm>2026-06-30T06:10:00</CreDtTm>'
  return [
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.${version}"><${root}><GrpHdr><MsgId>M</MsgId>${created}</GrpHdr>`,
    `<${report}><Id>S1</Id>${created}<Acct>${account ?? `<Id><IBAN>${IBAN}</IBAN></Id>`}</Acct>`,
    `${kind === '053' ? balances : ''}${summary}`,
    `${entries}</${report}></${root}></Document>`,
  ].join('\n')
}

export const amount = (value: string, currency = 'EUR') => `<Amt Ccy="${currency}">${value}</Amt>`
export const balance = (code: string, value: string, sign = 'CRDT') =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(value)}<CdtDbtInd>${sign}</CdtDbtInd><Dt><Dt>2026-06-30</Dt></Dt></Bal>`

export type EntryParts = {
  value?: string
  sign?: string
  status?: string
  booked?: string
  reference?: string
  details?: string
  note?: string
  reversal?: string
  currency?: string
}
export function entry(parts: EntryParts = {}): string {
  const {
    value = '10.00',
    sign = 'CRDT',
    status = 'BOOK',
    booked = '<Dt>2026-06-01</Dt>',
    reference = 'B1',
  } = parts
  return [
    `<Ntry>${amount(value, parts.currency)}<CdtDbtInd>${sign}</CdtDbtInd>${parts.reversal ?? ''}<Sts>${status}</Sts>`,
    booked && `<BookgDt>${booked}</BookgDt>`,
    reference && `<AcctSvcrRef>${reference}</AcctSvcrRef>`,
    `<BkTxCd><Prtry><Cd>48</Cd></Prtry></BkTxCd>${parts.details ?? ''}${parts.note ? `<AddtlNtryInf>${parts.note}</AddtlNtryInf>` : ''}</Ntry>`,
  ].join('')
}
export const details = (...content: string[]) => `<NtryDtls>${content.join('')}</NtryDtls>`
export const item = (content: string) => `<TxDtls>${content}</TxDtls>`
export const itemOf = (value: string, rest = '') =>
  item(`<AmtDtls><TxAmt>${amount(value)}</TxAmt></AmtDtls>${rest}`)

export const statementOf = async (parts: Parts) => (await readStatements(message(parts))).statements[0]!
export const movementOf = async (parts: EntryParts, of: Parts = {}) =>
  (await statementOf({ ...of, entries: entry(parts) })).movements[0]!
