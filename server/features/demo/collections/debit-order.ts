import type { Day } from '@saldo/domain/dates'
import type { Cents } from '@saldo/domain/money'
import { decimal } from './stated.ts'

export type OrderedDebit = {
  end_to_end_id: string
  mandate_reference: string
  signed_on: Day
  amount: Cents
  debtor: string
  iban: string
  bill_number: string
}

/** A file of debits as another program presented it (pain.008.001.02), in one block. */
export function debitOrder(order: {
  message_id: string
  block_id: string
  created_on: Day
  collect_on: Day
  creditor: { name: string; iban: string; id: string }
  debits: readonly OrderedDebit[]
}): string {
  const { message_id, block_id, creditor, debits } = order
  const sum = decimal(debits.reduce((total, { amount }) => total + amount, 0))
  const totals = `<NbOfTxs>${debits.length}</NbOfTxs><CtrlSum>${sum}</CtrlSum>`
  const creditor_id = `<Id><PrvtId><Othr><Id>${creditor.id}</Id><SchmeNm><Prtry>SEPA</Prtry></SchmeNm></Othr></PrvtId></Id>`
  const unknown_bank = '<FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId>'
  const ordered = debits.map(
    ({ end_to_end_id, mandate_reference, signed_on, amount, debtor, iban, bill_number }) =>
      `<DrctDbtTxInf><PmtId><InstrId>${end_to_end_id}</InstrId><EndToEndId>${end_to_end_id}</EndToEndId></PmtId><InstdAmt Ccy="EUR">${decimal(amount)}</InstdAmt><DrctDbtTx><MndtRltdInf><MndtId>${mandate_reference}</MndtId><DtOfSgntr>${signed_on}</DtOfSgntr></MndtRltdInf></DrctDbtTx><DbtrAgt>${unknown_bank}</DbtrAgt><Dbtr><Nm>${plain(debtor)}</Nm></Dbtr><DbtrAcct><Id><IBAN>${iban}</IBAN></Id></DbtrAcct><RmtInf><Ustrd>Bolletta ${bill_number}</Ustrd></RmtInf></DrctDbtTxInf>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.008.001.02"><CstmrDrctDbtInitn><GrpHdr><MsgId>${message_id}</MsgId><CreDtTm>${order.created_on}T17:40:00</CreDtTm>${totals}<InitgPty><Nm>${plain(creditor.name)}</Nm></InitgPty></GrpHdr>
<PmtInf><PmtInfId>${block_id}</PmtInfId><PmtMtd>DD</PmtMtd><BtchBookg>true</BtchBookg>${totals}<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl><LclInstrm><Cd>CORE</Cd></LclInstrm><SeqTp>RCUR</SeqTp></PmtTpInf><ReqdColltnDt>${order.collect_on}</ReqdColltnDt><Cdtr><Nm>${plain(creditor.name)}</Nm></Cdtr><CdtrAcct><Id><IBAN>${creditor.iban}</IBAN></Id></CdtrAcct><CdtrAgt>${unknown_bank}</CdtrAgt><ChrgBr>SLEV</ChrgBr><CdtrSchmeId>${creditor_id}</CdtrSchmeId>
${ordered.join('\n')}
</PmtInf></CstmrDrctDbtInitn></Document>
`
}

/** The letters that banks take in names. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^ -~]/g, '')
    .replace(/[&<>]/g, ' ')
    .slice(0, 70)
