import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyOrder, debitNumber, ibanNumber, orderOf } from '../testing/debit-orders.ts'
import { validate, whole } from '../testing/xmllint.ts'
import { PaymentOrderRefused } from './order-refused.ts'
import { readPain008 } from './read-pain008.ts'
import { type DebitOrder, writePain008 } from './write-pain008.ts'

const formats = ['pain.008.001.02', 'pain.008.001.08'] as const
const many = (count: number) => Array.from({ length: count }, (_, number) => debitNumber(number))

describe.each(formats)('%s', (format) => {
  const written = (order: DebitOrder) => whole(writePain008(order, format))

  it.each([1, 10_000])(
    'is valid by the official schema with %i debits, and its sums are theirs',
    async (count) => {
      const debits = many(count)
      const order = orderOf(debits.slice(0, Math.ceil(count / 2)))
      const second = orderOf(debits.slice(Math.ceil(count / 2)), {
        block_id: 'B2',
        sequence: 'FRST',
        scheme: 'B2B',
      })
      const blocks = [...order.blocks, ...second.blocks].filter((block) => block.debits.length > 0)
      const xml = await written({ ...order, blocks })
      await validate(xml, format)

      const sum = (debits.reduce((all, { amount }) => all + amount, 0) / 100).toFixed(2)
      const [header = '', ...parts] = xml.split('<PmtInf>')
      expect(header).toContain(`<NbOfTxs>${count}</NbOfTxs><CtrlSum>${sum}</CtrlSum>`)
      const cents = (text: string, tag: RegExp) =>
        [...text.matchAll(tag)].reduce(
          (all, [, value]) => all + BigInt((value as string).replace('.', '')),
          0n,
        )
      for (const part of parts)
        expect(cents(part, /<InstdAmt Ccy="EUR">([^<]*)</g)).toBe(cents(part, /<CtrlSum>([^<]*)</g))
      expect(cents(parts.join(''), /<CtrlSum>([^<]*)</g)).toBe(cents(header, /<CtrlSum>([^<]*)</g))
    },
  )

  it('is valid with amendments of every kind, no text, the largest and the smallest amount', async () => {
    const amendments = [
      { original_mandate_reference: 'OLD 1', original_debtor_account: null },
      { original_mandate_reference: null, original_debtor_account: ibanNumber(7) },
      { original_mandate_reference: 'OLD-2', original_debtor_account: 'SMNDA' },
    ]
    const debits = amendments.map((amendment, number) =>
      debitNumber(number, { amendment, text: '', instruction_id: `I-${number}` }),
    )
    debits.push(debitNumber(8, { amount: 1 }), debitNumber(9, { amount: 99_999_999_999 }))
    const xml = await written(orderOf(debits))
    await validate(xml, format)
    expect(xml).toContain(
      '<AmdmntInd>true</AmdmntInd><AmdmntInfDtls><OrgnlMndtId>OLD 1</OrgnlMndtId></AmdmntInfDtls>',
    )
    expect(xml).toContain(`<OrgnlDbtrAcct><Id><IBAN>${ibanNumber(7)}</IBAN></Id></OrgnlDbtrAcct>`)
    expect(xml).toContain('<OrgnlDbtrAcct><Id><Othr><Id>SMNDA</Id></Othr></Id></OrgnlDbtrAcct>')
    expect(xml).toContain('<InstdAmt Ccy="EUR">0.01<')
    expect(xml).toContain('<InstdAmt Ccy="EUR">999999999.99<')
  })

  it('has what the EPC’s guidelines ask, and no address and no BIC', async () => {
    const xml = await written(orderOf([debitNumber(1)]))
    for (const part of [
      '<PmtMtd>DD</PmtMtd><BtchBookg>true</BtchBookg>',
      '<SvcLvl><Cd>SEPA</Cd></SvcLvl><LclInstrm><Cd>CORE</Cd></LclInstrm><SeqTp>RCUR</SeqTp>',
      '<ChrgBr>SLEV</ChrgBr>',
      '<SchmeNm><Prtry>SEPA</Prtry></SchmeNm>',
      '<CdtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></CdtrAgt>',
      '<DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt>',
      '<Nm>Studio Ferrari + C.</Nm>',
      '<Nm>Condominio Citta Giardino</Nm>',
      "<Nm>Niccolo Dall'Aglio</Nm>",
      '<Ustrd>Bolletta 2026/1 - gestione ordinaria + acqua</Ustrd>',
    ])
      expect(xml).toContain(part)
    expect(xml).not.toMatch(/PstlAdr|<BIC/)
  })

  it('is read back as it was ordered', async () => {
    await fc.assert(
      fc.asyncProperty(anyOrder, async (order) => {
        const read = await readPain008(Buffer.from(await written(order)), format)
        const { message_id, created_at, initiator, blocks } = read
        const withoutLines = blocks.map(({ line, debits, ...block }) => ({
          ...block,
          debits: debits.map(({ line: _, ...debit }) => debit),
        }))
        expect({ message_id, created_at, initiator, blocks: withoutLines }).toEqual(order)
      }),
      { numRuns: 60 },
    )
  })

  it('brings any name and text to what banks carry', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 200 }), async (text) => {
        const xml = await written(orderOf([debitNumber(1, { text, debtor_name: `A${text}` })]))
        for (const [, value] of xml.matchAll(/<(?:Nm|Ustrd)>([^<]*)</g))
          expect(value).toMatch(/^(?![/ ])(?!.*\/\/)[A-Za-z0-9/\-?:().,'+ ]{1,140}(?<![/ ])$/)
      }),
    )
  })
})

describe('writing pain.008', () => {
  it('gives one debit at a time, and waits for who reads', async () => {
    let longest = 0
    let given = 0
    for await (const piece of Readable.from(writePain008(orderOf(many(1000)), 'pain.008.001.08'), {
      highWaterMark: 1,
    })) {
      longest = Math.max(longest, piece.length)
      given += 1
    }
    expect(given).toBeGreaterThan(1000)
    expect(longest).toBeLessThan(2000)
  })

  it('writes a first debit of a mandate for one debit', () => {
    const order = orderOf([debitNumber(1), debitNumber(2)], { sequence: 'OOFF' })
    expect(() => writePain008(order, 'pain.008.001.08')).not.toThrow()
  })
})

describe('an order of which no valid file can be made', () => {
  const one = (change: Parameters<typeof debitNumber>[1]) => orderOf([debitNumber(1), debitNumber(2, change)])
  const block = (change: Parameters<typeof orderOf>[1]) => orderOf([debitNumber(1)], change)
  const wrongIban = ibanNumber(3).replace(/.$/, (digit) => String((Number(digit) + 1) % 10))
  const ofDebit: [string, DebitOrder][] = [
    ['a wrong IBAN', one({ debtor_iban: wrongIban })],
    ['an IBAN outside SEPA', one({ debtor_iban: 'BR1800360305000010009795493C1' })],
    ['a reference used twice', one({ end_to_end_id: 'BOL-2026-1' })],
    ['a long reference', one({ end_to_end_id: 'a'.repeat(36) })],
    ['a reference with markup', one({ end_to_end_id: 'A<B' })],
    ['a reference that ends with a slash', one({ end_to_end_id: 'A/' })],
    ['an empty instruction id', one({ instruction_id: '' })],
    ['a mandate signed after the collection', one({ signed_on: '2026-06-06' })],
    ['a day of signing that does not exist', one({ signed_on: '2026-02-30' })],
    ['a mandate reference with two slashes', one({ mandate_reference: 'A//B' })],
    ['a debtor without a name', one({ debtor_name: ' ' })],
    ['a debtor whose name has no letter', one({ debtor_name: '😀' })],
    ['an amount of zero', one({ amount: 0 })],
    ['a negative amount', one({ amount: -1 })],
    ['half a cent', one({ amount: 0.5 })],
    ['no number', one({ amount: Number.NaN })],
    ['an amount beyond the formats', one({ amount: 100_000_000_000 })],
    [
      'an amendment that changes nothing',
      one({ amendment: { original_mandate_reference: null, original_debtor_account: null } }),
    ],
    [
      'an amendment of a wrong IBAN',
      one({ amendment: { original_mandate_reference: null, original_debtor_account: wrongIban } }),
    ],
    [
      'an amendment of a wrong reference',
      one({ amendment: { original_mandate_reference: '/', original_debtor_account: null } }),
    ],
    [
      'a mandate for one debit used twice',
      orderOf([debitNumber(1), debitNumber(2, { mandate_reference: 'SALDO-1' })], { sequence: 'OOFF' }),
    ],
  ]
  const ofOrder: [string, DebitOrder][] = [
    ['no block', { ...orderOf([]), blocks: [] }],
    ['a block without debits', orderOf([])],
    ['a long message id', { ...orderOf([debitNumber(1)]), message_id: 'a'.repeat(36) }],
    ['no instant', { ...orderOf([debitNumber(1)]), created_at: '01/06/2026' }],
    ['an instant that does not exist', { ...orderOf([debitNumber(1)]), created_at: '2026-13-01T10:00:00' }],
    ['no name of who presents', { ...orderOf([debitNumber(1)]), initiator: '' }],
    [
      'two blocks of the same id',
      { ...orderOf([]), blocks: [...orderOf([debitNumber(1)]).blocks, ...orderOf([debitNumber(2)]).blocks] },
    ],
    ['a Saturday', block({ collect_on: '2026-06-06' })],
    ['Good Friday', block({ collect_on: '2026-04-03' })],
    ['a day that does not exist', block({ collect_on: '2026-06-31' })],
    ['a wrong creditor identifier', block({ creditor_id: 'IT00ZZZ0000098481810962' })],
    ['a wrong IBAN of the creditor', block({ creditor_iban: wrongIban })],
    ['a creditor without a name', block({ creditor_name: '' })],
  ]

  const refused = (order: DebitOrder): PaymentOrderRefused => {
    try {
      writePain008(order, 'pain.008.001.08')
    } catch (error) {
      expect(error).toBeInstanceOf(PaymentOrderRefused)
      return error as PaymentOrderRefused
    }
    throw new Error('it was written')
  }

  it.each(ofDebit)('%s: a sentence that names the debit', (_, order) => {
    const { message, end_to_end_id } = refused(order)
    expect(message).toMatch(/^[A-ZÈ].*\.$/)
    expect(end_to_end_id).toBe(order.blocks[0]?.debits[1]?.end_to_end_id)
  })
  it.each(ofOrder)('%s: a sentence', (_, order) => {
    const { message, end_to_end_id } = refused(order)
    expect(message).toMatch(/^[A-ZÈ].*\.$/)
    expect(end_to_end_id).toBeNull()
  })
})
