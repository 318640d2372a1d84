import { closingOf, decimal, type StatedAccount, type StatedMovement } from './stated.ts'

/**
 * A statement as camt.053.001.08, all accounts in one message. Written from the message's schema and not from our reader, so
 * that a mistake there is not made twice.
 */
export function camtStatement(id: string, accounts: readonly StatedAccount[]): string {
  const created = tag('CreDtTm', `${accounts[0]?.to}T21:30:00`)
  const statements = accounts.map((account, index) =>
    tag('Stmt', [
      tag('Id', `${id}-${index + 1}`),
      tag('ElctrncSeqNb', String(index + 1)),
      created,
      tag('FrToDt', [tag('FrDtTm', `${account.from}T00:00:00`), tag('ToDtTm', `${account.to}T23:59:59`)]),
      tag('Acct', [
        tag('Id', tag('IBAN', account.iban)),
        tag('Ccy', 'EUR'),
        tag('Ownr', tag('Nm', written(account.holder))),
      ]),
      balance('OPBD', account.opening, account.from),
      balance('CLBD', closingOf(account), account.to),
      tag('TxsSummry', [totals('TtlCdtNtries', account, 1), totals('TtlDbtNtries', account, -1)]),
      ...account.movements.map(entry),
    ]),
  )
  const message = tag('BkToCstmrStmt', [tag('GrpHdr', [tag('MsgId', id), created]), ...statements])
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">${message}</Document>\n`
}

const codes = {
  transfer: ['PMNT', 'RCDT', 'ESCT', '48'],
  batch: ['PMNT', 'IDDT', 'ESDD', '50'],
  return: ['PMNT', 'IDDT', 'UPDD', '31'],
  own: ['ACMT', 'MCOP', 'INTR', '18'],
  payment: ['PMNT', 'ICDT', 'ESCT', '26'],
} as const

function entry(movement: StatedMovement): string {
  const { kind, amount, reference, batch_reference } = movement
  const [domain, family, sub_family, code] = codes[kind === 'transfer' && amount < 0 ? 'payment' : kind]
  return tag('Ntry', [
    money(amount),
    sign(amount),
    tag('Sts', tag('Cd', 'BOOK')),
    tag('BookgDt', tag('Dt', movement.booked_on)),
    tag('ValDt', tag('Dt', movement.booked_on)),
    tag('AcctSvcrRef', written(reference)),
    tag('BkTxCd', [
      tag('Domn', [tag('Cd', domain), tag('Fmly', [tag('Cd', family), tag('SubFmlyCd', sub_family)])]),
      tag('Prtry', [tag('Cd', code), tag('Issr', 'CBI')]),
    ]),
    tag(
      'NtryDtls',
      batch_reference ? tag('Btch', tag('PmtInfId', written(batch_reference))) : details(movement),
    ),
    kind === 'own' ? tag('AddtlNtryInf', written(movement.text)) : '',
  ])
}

function details({ amount, kind, ...movement }: StatedMovement): string {
  const { party_name, party_iban, party_fiscal_code, structured_reference, text } = movement
  const side = amount > 0 || kind === 'return' ? 'Dbtr' : 'Cdtr'
  const person = party_fiscal_code && [
    tag('Othr', [tag('Id', party_fiscal_code), tag('SchmeNm', tag('Prtry', 'CF'))]),
  ]
  const party =
    party_name &&
    tag(side, tag('Pty', [tag('Nm', written(party_name)), person ? tag('Id', tag('PrvtId', person)) : '']))
  const account = party_iban && tag(`${side}Acct`, tag('Id', tag('IBAN', party_iban)))
  const remittance = [
    text && tag('Ustrd', written(text)),
    structured_reference &&
      tag(
        'Strd',
        tag('CdtrRefInf', [
          tag('Tp', [tag('CdOrPrtry', tag('Cd', 'SCOR')), tag('Issr', 'ISO')]),
          tag('Ref', written(structured_reference)),
        ]),
      ),
  ]
  return tag('TxDtls', [
    tag('Refs', [
      tag('AcctSvcrRef', written(movement.reference)),
      tag('EndToEndId', written(movement.end_to_end_id ?? 'NOTPROVIDED')),
      movement.mandate_reference ? tag('MndtId', written(movement.mandate_reference)) : '',
    ]),
    money(amount),
    sign(amount),
    party || account ? tag('RltdPties', [party ?? '', account ?? '']) : '',
    remittance.some(Boolean) ? tag('RmtInf', remittance) : '',
    movement.return_reason ? tag('RtrInf', tag('Rsn', tag('Cd', movement.return_reason))) : '',
  ])
}

function totals(name: string, { movements }: StatedAccount, side: 1 | -1): string {
  const ours = movements.filter(({ amount }) => Math.sign(amount) === side)
  const sum = ours.reduce((all, { amount }) => all + amount, 0)
  return tag(name, [tag('NbOfNtries', String(ours.length)), tag('Sum', decimal(sum))])
}

const balance = (code: string, cents: number, day: string): string =>
  tag('Bal', [
    tag('Tp', tag('CdOrPrtry', tag('Cd', code))),
    money(cents),
    sign(cents),
    tag('Dt', tag('Dt', day)),
  ])
const money = (cents: number): string => `<Amt Ccy="EUR">${decimal(cents)}</Amt>`
const sign = (cents: number): string => tag('CdtDbtInd', cents < 0 ? 'DBIT' : 'CRDT')
const written = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const tag = (name: string, content: string | readonly (string | null)[]): string =>
  `<${name}>${typeof content === 'string' ? content : content.filter(Boolean).join('')}</${name}>`
