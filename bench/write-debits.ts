import { makeItalianIban } from '@saldo/domain/iban'
import { makeCreditorId } from '@saldo/domain/sepa/creditor-id'
import {
  type BlockToPresent,
  type DebitOrder,
  writePain008,
} from '../server/bank-files/pain/write-pain008.ts'
import { time, watchMemory } from './measure.ts'

export const presentedDebits = 10_000

/**
 * Writes 10,000 debits as pain.008, in turns with a bare writer that puts the same values into the same text without
 * looking at them. Returns the milliseconds of each turn, and by how many bytes this process grew at most while the
 * product wrote; the debits themselves are in memory before.
 */
export async function debitTimes(
  turns: number,
): Promise<{ times: { write: number; bare: number }[]; grown: number }> {
  const order = orderOfDebits()
  const bytes = await drained(writePain008(order, 'pain.008.001.08'))
  const bareBytes = await drained(bare(order))
  if (bytes !== bareBytes) throw new Error(`the bare writer writes ${bareBytes} bytes instead of ${bytes}`)
  const watched = watchMemory()
  for (let turn = 0; turn < turns; turn += 1) await drained(writePain008(order, 'pain.008.001.08'))
  const grown = watched.stop()
  const times: { write: number; bare: number }[] = []
  for (let turn = 0; turn < turns; turn += 1)
    times.push({
      write: await time(() => drained(writePain008(order, 'pain.008.001.08'))),
      bare: await time(() => drained(bare(order))),
    })
  return { times, grown }
}

function orderOfDebits(): DebitOrder {
  const iban = (number: number) => makeItalianIban({ abi: '05428', cab: '11101', account: String(number) })
  const debits = Array.from({ length: presentedDebits }, (_, number) => ({
    instruction_id: null,
    end_to_end_id: `SALDO-2026-${number}`,
    amount: 5_000 + number,
    mandate_reference: `SALDO-${String(number).padStart(9, '0')}`,
    signed_on: '2026-01-15',
    amendment: null,
    debtor_name: `Rossi Lucia ${number}`,
    debtor_iban: iban(number + 1),
    text: `Bolletta 2026/${number}, gestione ordinaria`,
  }))
  return {
    message_id: 'SALDO-1',
    created_at: '2026-06-01T17:40:00Z',
    initiator: 'Condominio Ghibellina',
    blocks: [
      {
        block_id: 'SALDO-1-RCUR',
        sequence: 'RCUR',
        scheme: 'CORE',
        collect_on: '2026-06-05',
        creditor_name: 'Condominio Ghibellina',
        creditor_iban: iban(0),
        creditor_id: makeCreditorId('98481810962'),
        debits,
      },
    ],
  }
}

/** The least that writing the file can cost: one template for each debit. */
async function* bare({ message_id, created_at, initiator, blocks }: DebitOrder): AsyncGenerator<string> {
  const block = blocks[0] as BlockToPresent
  const sum = (block.debits.reduce((all, { amount }) => all + amount, 0) / 100).toFixed(2)
  const totals = `<NbOfTxs>${block.debits.length}</NbOfTxs><CtrlSum>${sum}</CtrlSum>`
  const agent = '<FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId>'
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.008.001.08"><CstmrDrctDbtInitn><GrpHdr><MsgId>${message_id}</MsgId><CreDtTm>${created_at}</CreDtTm>${totals}<InitgPty><Nm>${initiator}</Nm></InitgPty></GrpHdr>\n`
  yield `<PmtInf><PmtInfId>${block.block_id}</PmtInfId><PmtMtd>DD</PmtMtd><BtchBookg>true</BtchBookg>${totals}<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl><LclInstrm><Cd>CORE</Cd></LclInstrm><SeqTp>RCUR</SeqTp></PmtTpInf><ReqdColltnDt>${block.collect_on}</ReqdColltnDt><Cdtr><Nm>${block.creditor_name}</Nm></Cdtr><CdtrAcct><Id><IBAN>${block.creditor_iban}</IBAN></Id></CdtrAcct><CdtrAgt>${agent}</CdtrAgt><ChrgBr>SLEV</ChrgBr><CdtrSchmeId><Id><PrvtId><Othr><Id>${block.creditor_id}</Id><SchmeNm><Prtry>SEPA</Prtry></SchmeNm></Othr></PrvtId></Id></CdtrSchmeId>\n`
  for (const debit of block.debits)
    yield `<DrctDbtTxInf><PmtId><EndToEndId>${debit.end_to_end_id}</EndToEndId></PmtId><InstdAmt Ccy="EUR">${(debit.amount / 100).toFixed(2)}</InstdAmt><DrctDbtTx><MndtRltdInf><MndtId>${debit.mandate_reference}</MndtId><DtOfSgntr>${debit.signed_on}</DtOfSgntr></MndtRltdInf></DrctDbtTx><DbtrAgt>${agent}</DbtrAgt><Dbtr><Nm>${debit.debtor_name}</Nm></Dbtr><DbtrAcct><Id><IBAN>${debit.debtor_iban}</IBAN></Id></DbtrAcct><RmtInf><Ustrd>${debit.text}</Ustrd></RmtInf></DrctDbtTxInf>\n`
  yield '</PmtInf>\n'
  yield '</CstmrDrctDbtInitn></Document>\n'
}

/** Takes piece after piece as bytes, as a download does, and keeps none. */
async function drained(pieces: AsyncIterable<string>): Promise<number> {
  let bytes = 0
  for await (const piece of pieces) bytes += Buffer.from(piece).length
  return bytes
}
