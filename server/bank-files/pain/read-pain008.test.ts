import { describe, expect, it } from 'vitest'
import type { DebitOrderFile } from '../bank-file.ts'
import { debitNumber, ibanNumber, orderOf } from '../testing/debit-orders.ts'
import { fixture, read, refusalOf } from '../testing/fixtures.ts'
import { validate, whole } from '../testing/xmllint.ts'
import { writePain008 } from './write-pain008.ts'

const name = 'addebiti.pain.008.001.02.xml'
const expected = JSON.parse(fixture('addebiti.expected.json').toString())[name]
const sample = fixture(name).toString()

async function orderIn(file: Buffer | string): Promise<DebitOrderFile> {
  const found = await read(file)
  if (found.kind !== 'debit_order') throw new Error(`not an order of debits: ${found.kind}`)
  return found
}

describe(name, () => {
  it('has the debits, blocks and sums that are expected', async () => {
    const order = await orderIn(sample)
    expect(order).toMatchObject({
      format: 'pain.008.001.02',
      message_id: expected.message,
      created_at: '2026-06-01T17:40:00',
      initiator: expected.condominium,
      count: expected.transactions,
      sum: expected.sum_cents,
    })
    const sums = order.blocks.map(({ block_id, debits }) => [
      block_id,
      { n: debits.length, sum_cents: debits.reduce((sum, { amount }) => sum + amount, 0) },
    ])
    expect(Object.fromEntries(sums)).toEqual(expected.blocks)
    for (const block of order.blocks)
      expect(block).toMatchObject({
        sequence: block.block_id.slice(-4),
        scheme: 'CORE',
        collect_on: '2026-06-05',
        creditor_id: expected.creditor_id,
        creditor_name: expected.condominium,
        creditor_iban: 'IT66B0200899117000009775371',
      })
    const debits = order.blocks.flatMap((block) => block.debits)
    expect(
      debits.map((debit) => ({
        bill: debit.text.replace('Bolletta ', ''),
        end_to_end_id: debit.end_to_end_id,
        mandate: debit.mandate_reference,
        cents: debit.amount,
        iban: debit.debtor_iban,
      })),
    ).toEqual(expected.debits)
    expect(debits[0]).toMatchObject({
      line: 4,
      instruction_id: 'GEL-2026-000101',
      signed_on: '2025-03-05',
      debtor_name: "Dall'Aglio Emanuele",
      amendment: null,
    })
  })

  it('is the same order when we write it again, in both versions', async () => {
    const order = await orderIn(sample)
    for (const format of ['pain.008.001.02', 'pain.008.001.08'] as const) {
      const xml = await whole(writePain008(order, format))
      await validate(xml, format)
      expect(await orderIn(xml)).toEqual({ ...order, format })
    }
    const flat = (xml: string) => xml.replace(/\s*\n\s*/g, '')
    expect(flat(await whole(writePain008(order, 'pain.008.001.02')))).toBe(flat(sample))
  })
})

describe('what other programs write', () => {
  const version08 = async () =>
    whole(writePain008(orderOf([debitNumber(1), debitNumber(2)]), 'pain.008.001.08'))

  it('says type and creditor in each debit', async () => {
    const type =
      '<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl><LclInstrm><Cd>CORE</Cd></LclInstrm><SeqTp>RCUR</SeqTp></PmtTpInf>'
    const [scheme = ''] = /<CdtrSchmeId>.*?<\/CdtrSchmeId>/.exec(await version08()) ?? []
    const xml = (await version08())
      .replace(type, '')
      .replaceAll('<InstdAmt', `${type}<InstdAmt`)
      .replace(scheme, '')
      .replaceAll('</MndtRltdInf></DrctDbtTx>', `</MndtRltdInf>${scheme}</DrctDbtTx>`)
    await validate(xml, 'pain.008.001.08')
    expect((await orderIn(xml)).blocks).toEqual((await orderIn(await version08())).blocks)
    expect((await refusalOf(xml.replace('<SeqTp>RCUR', '<SeqTp>FRST'))).message).toContain(
      'sia FRST sia RCUR',
    )
    expect((await refusalOf(xml.replace(type, ''))).message).toContain('SeqTp')
  })

  it('leaves out counts and sums of a block, and the sum of the group', async () => {
    const xml = (await version08())
      .replace(/<CtrlSum>.*?<\/CtrlSum>/g, '')
      .replace(/(<BtchBookg>true<\/BtchBookg>)<NbOfTxs>2<\/NbOfTxs>/, '$1')
    await validate(xml, 'pain.008.001.08')
    expect(await orderIn(xml)).toMatchObject({ count: 2, sum: 20_003 })
  })

  it('names the old bank for a changed one, and structured references', async () => {
    const xml = (await version08())
      .replace(
        '</DtOfSgntr>',
        '</DtOfSgntr><AmdmntInd>true</AmdmntInd><AmdmntInfDtls><OrgnlDbtrAgt><FinInstnId><Othr><Id>SMNDA</Id></Othr></FinInstnId></OrgnlDbtrAgt></AmdmntInfDtls>',
      )
      .replace('</Ustrd>', '</Ustrd><Strd><CdtrRefInf><Ref>RF422026000001</Ref></CdtrRefInf></Strd>')
    await validate(xml, 'pain.008.001.08')
    const [debit] = (await orderIn(xml)).blocks[0]?.debits ?? []
    expect(debit?.amendment).toEqual({
      original_mandate_reference: null,
      original_debtor_account: 'SMNDA',
    })
    expect(debit?.text).toMatch(/acqua RF422026000001$/)
  })
})

describe('an order that contradicts itself is refused whole, with its line', () => {
  it.each<[string, string | RegExp, string, number | null]>([
    ['another count of the group', '<NbOfTxs>14', '<NbOfTxs>13', 2],
    ['another sum of the group', '<CtrlSum>2874.79', '<CtrlSum>2874.78', 2],
    ['another count of a block', '<NbOfTxs>11', '<NbOfTxs>12', 3],
    ['another sum of a block', '<CtrlSum>480.50', '<CtrlSum>480.49', 16],
    ['another amount', '>89.20<', '>89.21<', 3],
    ['a missing debit', /<DrctDbtTxInf>.*<\/DrctDbtTxInf>\n/, '', 3],
    ['a reference twice', 'GEL-2026-000102</EndToEndId>', 'GEL-2026-000101</EndToEndId>', 5],
    ['a block twice', 'GEL-20260605-FRST', 'GEL-20260605-RCUR', 16],
    ['another currency', 'Ccy="EUR">89.20', 'Ccy="CHF">89.20', 4],
    ['an amount with three decimals', '>89.20<', '>89.201<', 4],
    ['an amount of zero', '>89.20<', '>0.00<', 4],
    ['a negative amount', '>89.20<', '>-89.20<', 4],
    ['a wrong IBAN', 'IT68O0306999560000008266078', 'IT68O0306999560000008266079', 4],
    ['a wrong creditor', 'IT34ZZZ0000098481810962', 'IT35ZZZ0000098481810962', 3],
    ['a day that does not exist', '<ReqdColltnDt>2026-06-05', '<ReqdColltnDt>2026-06-31', 3],
    ['a mandate signed afterwards', '<DtOfSgntr>2025-03-05', '<DtOfSgntr>2026-06-06', 4],
    ['no mandate', '<MndtId>GEL-001-2025</MndtId>', '', 4],
    ['an unknown sequence', '<SeqTp>RCUR', '<SeqTp>RPRE', 3],
    ['an unknown scheme', '<LclInstrm><Cd>CORE', '<LclInstrm><Cd>COR1', 3],
    ['another service', '<SvcLvl><Cd>SEPA', '<SvcLvl><Cd>URGP', 3],
    ['a transfer', '<PmtMtd>DD', '<PmtMtd>TRF', 3],
    ['elements out of order', /(<PmtMtd>DD<\/PmtMtd>)(<BtchBookg>true<\/BtchBookg>)/, '$2$1', 3],
    ['a debit outside its block', '</PmtInf>\n<PmtInf>', '</PmtInf>\n<DrctDbtTxInf/><PmtInf>', 16],
    ['another message’s namespace', 'xsd:pain.008.001.02', 'xsd:camt.053.001.02', 2],
    ['the other version’s namespace', 'xsd:pain.008.001.02', 'xsd:pain.008.001.03', null],
    ['an entity', '?>\n', '?><!DOCTYPE a [<!ENTITY b "c">]>', 1],
  ])('%s', async (_, from, to, line) => {
    const changed = sample.replace(from, to)
    expect(changed).not.toBe(sample)
    expect((await refusalOf(changed)).line).toBe(line)
  })

  it('whatever is cut off', async () => {
    for (let end = 100; end < sample.trimEnd().length; end += 97) await refusalOf(sample.slice(0, end))
  })

  it('whichever debits of two blocks change places', async () => {
    const lines = sample.split('\n')
    ;[lines[3], lines[16]] = [lines[16] as string, lines[3] as string]
    expect((await refusalOf(lines.join('\n'))).message).toMatch(/La distinta GEL-20260605-RCUR dichiara/)
  })

  it('an amendment that is denied, and one of a wrong account', async () => {
    const amended = (ind: string, iban: string) =>
      sample.replace(
        '</DtOfSgntr>',
        `</DtOfSgntr><AmdmntInd>${ind}</AmdmntInd><AmdmntInfDtls><OrgnlDbtrAcct><Id><IBAN>${iban}</IBAN></Id></OrgnlDbtrAcct></AmdmntInfDtls>`,
      )
    expect((await orderIn(amended('true', ibanNumber(5)))).blocks[0]?.debits[0]?.amendment).toEqual({
      original_mandate_reference: null,
      original_debtor_account: ibanNumber(5),
    })
    expect((await refusalOf(amended('false', ibanNumber(5)))).line).toBe(4)
    expect((await refusalOf(amended('true', 'IT60X0542811101000000123457'))).line).toBe(4)
  })
})
