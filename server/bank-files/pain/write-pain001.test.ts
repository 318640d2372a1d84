import { describe, expect, it } from 'vitest'
import { ibanNumber } from '../testing/debit-orders.ts'
import { validate, whole } from '../testing/xmllint.ts'
import { PaymentOrderRefused } from './order-refused.ts'
import {
  type OrderedTransfer,
  type TransferBlock,
  type TransferOrder,
  transferFormats,
  writePain001,
} from './write-pain001.ts'

const transferNumber = (number: number, change: Partial<OrderedTransfer> = {}): OrderedTransfer => ({
  instruction_id: null,
  end_to_end_id: `RIMB-${number}`,
  amount: 1000 + number,
  creditor_name: 'Niccolò Dall’Aglio',
  creditor_iban: ibanNumber(number + 1),
  text: 'Rimborso bolletta 2026/000123 – pagata due volte',
  ...change,
})
const orderOf = (
  transfers: readonly OrderedTransfer[],
  change: Partial<TransferBlock> = {},
): TransferOrder => ({
  message_id: 'SALDO-RIMB-1',
  created_at: '2026-06-01T17:40:00+02:00',
  initiator: 'Studio Ferrari',
  blocks: [
    {
      block_id: 'RIMB-20260605',
      execute_on: '2026-06-05',
      debtor_name: 'Condominio Città Giardino',
      debtor_iban: ibanNumber(0),
      transfers,
      ...change,
    },
  ],
})
const many = (count: number) => Array.from({ length: count }, (_, number) => transferNumber(number))

describe.each(transferFormats)('%s', (format) => {
  it.each([1, 10_000])(
    'is valid by the official schema with %i transfers, and its sums are theirs',
    async (count) => {
      const transfers = many(count)
      const xml = await whole(writePain001(orderOf(transfers), format))
      await validate(xml, format)
      const sum = transfers.reduce((all, { amount }) => all + amount, 0)
      const totals = `<NbOfTxs>${count}</NbOfTxs><CtrlSum>${(sum / 100).toFixed(2)}</CtrlSum>`
      expect(xml.split(totals)).toHaveLength(3)
      const amounts = [...xml.matchAll(/<InstdAmt Ccy="EUR">(\d+)\.(\d\d)</g)]
      expect(amounts.reduce((all, [, euro, cents]) => all + Number(`${euro}${cents}`), 0)).toBe(sum)
    },
  )

  it('pays two accounts from two blocks, each a line of the statement, without fees for the payee', async () => {
    const [first] = orderOf([transferNumber(1, { instruction_id: 'I-1', text: '' })]).blocks
    const [second] = orderOf([transferNumber(2)], { block_id: 'B2', debtor_iban: ibanNumber(9) }).blocks
    const xml = await whole(
      writePain001({ ...orderOf([]), blocks: [first as TransferBlock, second as TransferBlock] }, format),
    )
    await validate(xml, format)
    expect(xml).toContain('<BtchBookg>false</BtchBookg>')
    expect(xml).toContain('<SvcLvl><Cd>SEPA</Cd></SvcLvl>')
    expect(xml).toContain('<ChrgBr>SLEV</ChrgBr>')
    expect(xml).toContain('<Ustrd>Rimborso bolletta 2026/000123 - pagata due volte</Ustrd>')
    expect(xml.match(/<RmtInf>/g)).toHaveLength(1)
  })
})

describe('an order of which no valid file can be made', () => {
  const one = (change: Partial<OrderedTransfer>) => orderOf([transferNumber(1), transferNumber(2, change)])
  it.each<[string, TransferOrder]>([
    ['no block', { ...orderOf([]), blocks: [] }],
    ['a block without transfers', orderOf([])],
    ['a wrong IBAN', one({ creditor_iban: 'IT60X0542811101000000123457' })],
    ['an IBAN outside SEPA', one({ creditor_iban: 'BR1800360305000010009795493C1' })],
    ['a reference used twice', one({ end_to_end_id: 'RIMB-1' })],
    ['a reference with an accent', one({ end_to_end_id: 'è' })],
    ['an amount of zero', one({ amount: 0 })],
    ['an amount beyond the formats', one({ amount: 100_000_000_000 })],
    ['a payee without a name', one({ creditor_name: '' })],
    ['a day on which banks are closed', orderOf([transferNumber(1)], { execute_on: '2026-05-01' })],
    ['a wrong IBAN of the payer', orderOf([transferNumber(1)], { debtor_iban: 'IT' })],
    ['no name of who presents', { ...orderOf([transferNumber(1)]), initiator: ' ' }],
  ])('%s: a sentence', (_, order) => {
    let refusal: unknown
    try {
      writePain001(order, 'pain.001.001.09')
    } catch (error) {
      refusal = error
    }
    expect(refusal).toBeInstanceOf(PaymentOrderRefused)
    expect((refusal as Error).message).toMatch(/^[A-ZÈ].*\.$/)
  })
})
