import { describe, expect, it } from 'vitest'
import type { DebitOutcomeFile, DebitStatus } from '../bank-file.ts'
import { answersOf } from './answers.ts'

const payments = [
  { end_to_end_id: 'UNO', amount: 1_000 },
  { end_to_end_id: 'DUE', amount: 2_000 },
  { end_to_end_id: 'TRE', amount: 3_000 },
] as const
const [one, two, three] = payments
const ordered = new Map<string, (typeof payments)[number][]>([
  ['A', [one, two]],
  ['B', [three]],
])

type Block = DebitOutcomeFile['blocks'][number]
const block = (block_id: string, of: Partial<Block> = {}): Block => ({
  ...{ line: 9, block_id, original_count: null, original_sum: null, status: null, reason: null, debits: [] },
  ...of,
})
const listed = (end_to_end_id: string, status: DebitStatus, reason: string | null = null) => ({
  ...{ line: 12, end_to_end_id, instruction_id: null, status, reason, amount: null },
})
const file = (of: Partial<DebitOutcomeFile>): DebitOutcomeFile => ({
  ...{ kind: 'debit_outcome', format: 'pain.002.001.03', message_id: 'ESITO', original_message_id: 'ORDINE' },
  ...{ original_count: 3, original_sum: 6_000, group_status: null, group_reason: null, blocks: [] },
  ...of,
})
const rejected = (of: Partial<DebitOutcomeFile>) =>
  answersOf(file(of), ordered)
    .filter((answer) => answer.rejected)
    .map(({ payment, reason, line }) => [payment.end_to_end_id, reason, line])

describe('the answer of a bank', () => {
  it('rejects all of a rejected block, also what it does not list', () => {
    const debits = [listed('UNO', 'RJCT', 'AC01')]
    expect(rejected({ blocks: [block('A', { status: 'RJCT', reason: 'AM04', debits })] })).toEqual([
      ['UNO', 'AC01', 12],
      ['DUE', 'AM04', 9],
    ])
  })

  it('rejects all of a rejected file, also blocks that it does not list', () => {
    const whole = { group_status: 'RJCT', group_reason: 'FF01' } as const
    expect(rejected({ ...whole, blocks: [] }).map(([name]) => name)).toEqual(['UNO', 'DUE', 'TRE'])
    expect(rejected({ ...whole, blocks: [block('A', { debits: [listed('DUE', 'RJCT', 'AC04')] })] })).toEqual(
      [
        ['DUE', 'AC04', 12],
        ['UNO', 'FF01', 9],
        ['TRE', 'FF01', null],
      ],
    )
  })

  it('says nothing of what it does not list, unless that is rejected', () => {
    const blocks = [block('A', { status: 'PART', debits: [listed('UNO', 'RJCT'), listed('DUE', 'ACCP')] })]
    const answers = answersOf(file({ group_status: 'PART', blocks }), ordered)
    expect(answers.map(({ payment, rejected }) => [payment.end_to_end_id, rejected])).toEqual([
      ['UNO', true],
      ['DUE', false],
    ])
  })

  it.each([
    ['another total', { original_sum: 6_001 }, 'non corrispondono'],
    ['another count in a block', { blocks: [block('A', { original_count: 3 })] }, 'la distinta A'],
    ['a block that was not ordered', { blocks: [block('C')] }, 'nessuna distinta C'],
    ['a payment of another block', { blocks: [block('B', { debits: [listed('UNO', 'RJCT')] })] }, 'UNO'],
    [
      'another amount',
      { blocks: [block('B', { debits: [{ ...listed('TRE', 'RJCT'), amount: 3_001 }] })] },
      'non è quello presentato',
    ],
  ])('is refused with %s', (_what, of, sentence) => {
    expect(() => answersOf(file(of), ordered)).toThrow(sentence)
  })
})
