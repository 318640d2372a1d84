import { mayRetry, stopsMandate } from '@saldo/domain/sepa/debit'
import { describe, expect, it } from 'vitest'
import type { DebitOutcomeFile } from '../bank-file.ts'
import { fixture, read, refusalOf } from '../testing/fixtures.ts'

const name = 'esiti-addebiti.pain.002.001.03.xml'
const expected = JSON.parse(fixture('addebiti.expected.json').toString())[name]
const sample = fixture(name).toString()

async function outcomeIn(file: string): Promise<DebitOutcomeFile> {
  const found = await read(file)
  if (found.kind !== 'debit_outcome') throw new Error(`not an outcome of debits: ${found.kind}`)
  return found
}
const billOf = (end_to_end_id: string | null) => end_to_end_id?.replace(/^GEL-2026-/, '2026/')

describe(name, () => {
  it('has the outcomes that are expected, with what follows from each', async () => {
    const outcome = await outcomeIn(sample)
    expect(outcome).toMatchObject({
      format: 'pain.002.001.03',
      message_id: 'STS-20260604-0077',
      original_message_id: expected.answers,
      original_count: 14,
      original_sum: 287_479,
      group_status: expected.group_status,
      group_reason: null,
    })
    expect(outcome.blocks.map(({ debits, ...block }) => block)).toEqual([
      {
        line: 3,
        block_id: 'GEL-20260605-RCUR',
        original_count: 11,
        original_sum: 239_429,
        status: 'PART',
        reason: null,
      },
      {
        line: 7,
        block_id: 'GEL-20260605-FRST',
        original_count: 3,
        original_sum: 48_050,
        status: 'PART',
        reason: null,
      },
    ])
    const debits = outcome.blocks.flatMap((block) => block.debits)
    expect(debits).toHaveLength(expected.listed)
    const rejected = debits.filter(({ status }) => status === 'RJCT')
    expect(
      rejected.map(({ end_to_end_id, reason, amount }) => ({
        bill: billOf(end_to_end_id),
        end_to_end_id,
        reason,
        cents: amount,
        retry: mayRetry(reason, 1),
        mandate_stops: stopsMandate(reason),
      })),
    ).toEqual(expected.rejected)
    expect(rejected.reduce((sum, { amount }) => sum + (amount ?? 0), 0)).toBe(expected.rejected_sum_cents)
    expect(
      debits.filter(({ status }) => status === 'ACSP').map(({ end_to_end_id }) => billOf(end_to_end_id)),
    ).toEqual(expected.accepted_listed)
    expect(debits[0]).toMatchObject({ line: 4, instruction_id: 'GEL-2026-000103' })
  })
})

describe('other answers', () => {
  const group = (status: string, more = '') =>
    sample
      .replace(/<GrpSts>PART<\/GrpSts>/, `${status && `<GrpSts>${status}</GrpSts>`}${more}`)
      .replace(/<OrgnlPmtInfAndSts>[\s\S]*<\/OrgnlPmtInfAndSts>\n/, '')
  const reason = (code: string) => `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn></StsRsnInf>`

  it.each(['ACTC', 'ACCP', 'ACSP', 'ACSC', 'PDNG', 'RJCT'])('%s for the whole order', async (status) => {
    expect(await outcomeIn(group(status, reason('FF01')))).toMatchObject({
      group_status: status,
      group_reason: 'FF01',
      blocks: [],
    })
  })

  it('in version 10', async () => {
    const later = sample
      .replace('pain.002.001.03', 'pain.002.001.10')
      .replaceAll('BICOrBEI', 'AnyBIC')
      .replaceAll('<BIC>UNCRITMM</BIC>', '<BICFI>UNCRITMM</BICFI>')
      .replace('<TxSts>', '<OrgnlUETR>eb6305c9-1f7f-49de-aed0-16487c27b42d</OrgnlUETR><TxSts>')
    const { format, ...answer } = await outcomeIn(later)
    expect(format).toBe('pain.002.001.10')
    expect(answer).toEqual({ ...(await outcomeIn(sample)), format: undefined })
  })

  it('for a whole block, whose debits need no status of their own', async () => {
    const rejected = sample
      .replace('<PmtInfSts>PART</PmtInfSts>', `<PmtInfSts>RJCT</PmtInfSts>${reason('BE05')}`)
      .replace('<TxSts>RJCT</TxSts>', '')
    const [block] = (await outcomeIn(rejected)).blocks
    expect(block).toMatchObject({ status: 'RJCT', reason: 'BE05' })
    expect(block?.debits.map(({ status }) => status)).toEqual(['RJCT', 'RJCT'])
  })

  it('with several reasons for one debit: the gravest counts', async () => {
    const twice = sample.replace('<StsRsnInf>', `${reason('AM04')}${reason('MD01')}<StsRsnInf>`)
    expect((await outcomeIn(twice)).blocks[0]?.debits[0]?.reason).toBe('MD01')
  })

  it('with a bank’s own reason, no reason and no amount', async () => {
    const own = sample
      .replace('<Rsn><Cd>AC01</Cd></Rsn>', '<Rsn><Prtry>F01</Prtry></Rsn>')
      .replace('<Rsn><Cd>MD01</Cd></Rsn>', '')
      .replace(/<OrgnlTxRef>.*?<\/OrgnlTxRef>/, '')
    const [first, second] = (await outcomeIn(own)).blocks[0]?.debits ?? []
    expect(first).toMatchObject({ status: 'RJCT', reason: 'F01', amount: null })
    expect(second).toMatchObject({ status: 'RJCT', reason: null })
  })

  it('with counts by status that agree', async () => {
    const counts = (of: number) =>
      sample.replace(
        '<PmtInfSts>PART</PmtInfSts>',
        `<PmtInfSts>PART</PmtInfSts><NbOfTxsPerSts><DtldNbOfTxs>${of}</DtldNbOfTxs><DtldSts>RJCT</DtldSts></NbOfTxsPerSts><NbOfTxsPerSts><DtldNbOfTxs>9</DtldNbOfTxs><DtldSts>ACCP</DtldSts></NbOfTxsPerSts>`,
      )
    expect((await outcomeIn(counts(2))).blocks).toHaveLength(2)
    for (const wrong of [1, 3]) expect((await refusalOf(counts(wrong))).line).toBe(3)
  })
})

describe('an answer that contradicts itself or is not clear is refused whole, with its line', () => {
  it.each<[string, string | RegExp, string, number]>([
    ['an unknown status of a debit', '<TxSts>RJCT', '<TxSts>RJCX', 4],
    ['an unknown status of a block', '<PmtInfSts>PART', '<PmtInfSts>RCVD', 3],
    ['an unknown status of the group', '<GrpSts>PART', '<GrpSts>XXXX', 2],
    ['a rejection below an accepted group', '<GrpSts>PART', '<GrpSts>ACCP', 3],
    ['a rejection below an accepted block', '<PmtInfSts>PART', '<PmtInfSts>ACSP', 4],
    ['an acceptance below a rejected group', '<GrpSts>PART', '<GrpSts>RJCT', 3],
    ['an acceptance below a rejected block', /(FRST<[\s\S]*?<PmtInfSts>)PART/, '$1RJCT', 8],
    [
      'part of a block, without saying which',
      /(<PmtInfSts>PART<\/PmtInfSts>\n)<TxInfAndSts>.*\n<TxInfAndSts>.*\n/,
      '$1',
      3,
    ],
    ['no status', '<TxSts>RJCT</TxSts>', '', 4],
    ['no reference', /<OrgnlInstrId>.*?<\/OrgnlEndToEndId>/, '', 4],
    ['a debit twice', 'GEL-2026-000109</OrgnlEndToEndId>', 'GEL-2026-000103</OrgnlEndToEndId>', 5],
    ['a block twice', 'GEL-20260605-FRST<', 'GEL-20260605-RCUR<', 7],
    ['fewer debits than it lists', '<OrgnlNbOfTxs>11', '<OrgnlNbOfTxs>1', 3],
    ['a smaller order than its blocks', '<OrgnlNbOfTxs>14', '<OrgnlNbOfTxs>13', 2],
    ['another sum than that of its blocks', '<OrgnlCtrlSum>2874.79', '<OrgnlCtrlSum>2874.80', 2],
    ['another sum of a block', '<OrgnlCtrlSum>480.50', '<OrgnlCtrlSum>480.49', 7],
    ['another amount of a debit', '>92.38<', '>92.39<', 7],
    ['another currency', 'Ccy="EUR">64.78', 'Ccy="USD">64.78', 4],
    ['the answer to something else', 'pain.008.001.02<', 'camt.055.001.01<', 2],
    ['elements out of order', /(<TxSts>RJCT<\/TxSts>)(<StsRsnInf>.*?<\/StsRsnInf>)/, '$2$1', 4],
    ['another message’s namespace', 'xsd:pain.002.001.03', 'xsd:pain.008.001.02', 2],
  ])('%s', async (_, from, to, line) => {
    const changed = sample.replace(from, to)
    expect(changed).not.toBe(sample)
    expect((await refusalOf(changed)).line).toBe(line)
  })

  it('but not the answer to transfers, which has a kind of its own', async () => {
    const found = await read(sample.replace('pain.008.001.02<', 'pain.001.001.03<'))
    expect(found).toMatchObject({ kind: 'transfer_outcome', format: 'pain.002.001.03' })
  })

  it('another version', async () => {
    expect((await refusalOf(sample.replace('pain.002.001.03', 'pain.002.001.02'))).message).toMatch(
      /versione 03 o 10\.$/,
    )
  })

  it('whatever is cut off', async () => {
    for (let end = 100; end < sample.trimEnd().length; end += 97) await refusalOf(sample.slice(0, end))
  })

  it('bytes of another encoding', async () => {
    const accented = sample.replace('Donati Anna', 'Donatì Anna')
    await outcomeIn(accented)
    expect((await refusalOf(Buffer.from(accented, 'latin1'))).line).toBe(4)
  })

  it('entities, however many', async () => {
    const bomb = `<!DOCTYPE a [<!ENTITY a "${'a'.repeat(1000)}">${Array.from({ length: 20 }, (_, index) => `<!ENTITY a${index} "&a;&a;&a;">`).join('')}]>`
    expect((await refusalOf(sample.replace('?>\n', `?>${bomb}\n`))).message).toContain('DOCTYPE')
  })
})
