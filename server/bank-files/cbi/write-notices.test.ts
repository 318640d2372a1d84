import { describe, expect, it } from 'vitest'
import { sampleNotice, sampleOrder } from './notices-fixture.ts'
import { writeMav, writeMavRecall, writeRiba } from './write-notices.ts'

const linesOf = (content: string) => content.split('\r\n').slice(0, -1)
const recordsOf = (content: string, type: string) =>
  linesOf(content).filter((line) => line.slice(1, 3) === type)
/** The fields of a record, by position. */
const at = (line: string | undefined, from: number, to: number) => line?.slice(from - 1, to)
const blanks = (count: number) => ' '.repeat(count)

describe('MAV', () => {
  const two = writeMav(
    sampleOrder([sampleNotice(), sampleNotice({ amount: 9901, creditor_number: '2026000028' })]),
  )

  it('has lines of 120 characters of upper-case ASCII, ended by CR LF', () => {
    const lines = linesOf(two.content)
    for (const line of lines) expect(line).toMatch(/^ [ -`{-~]{119}$/)
    expect(two.records).toBe(lines.length)
    expect(two.content.endsWith('\r\n')).toBe(true)
  })

  it('writes record 14 byte by byte', () => {
    expect(recordsOf(two.content, '14')[0]).toBe(
      ` 140000001${blanks(12)}311026070000000000012350-0542811101000000123456${blanks(22)}A1B2C4A3${blanks(20)}E`,
    )
  })

  it('writes the trailer byte by byte: the total stands in the negative field', () => {
    const sixteen = [0, 1].map((more) => sampleNotice({ amount: 12_350 - more * 2449 }))
    const { content, total, records } = writeMav(sampleOrder(sixteen))
    expect([total, records]).toEqual([22_251, 16])
    expect(linesOf(content).at(-1)).toBe(
      ` EFA1B2C05428150926MAV-20260915-01${blanks(11)}00000020000000000222510000000000000000000016${blanks(24)}E${blanks(6)}`,
    )
  })

  it('writes creditor, debtor, description and our number in their records', () => {
    const of = (type: string) => recordsOf(two.content, type)[0]
    expect(at(of('20'), 11, 58)?.trim()).toBe('CONDOMINIO CITTA GIARDINO')
    expect(at(of('30'), 11, 70)?.trim()).toBe("DALL'AGLIO NICCOLO")
    expect(at(of('30'), 71, 86)).toBe('RSSMRA80A01F205X')
    expect([at(of('40'), 41, 45), at(of('40'), 46, 70)?.trim()]).toEqual(['50122', 'FIRENZE FI'])
    expect(at(of('50'), 11, 90)?.trim()).toBe('BOLLETTA 2026/000027, RATA 3 DI 4')
    expect(at(of('51'), 11, 20)).toBe('2026000027')
    expect(of('16')).toBeUndefined()
  })

  it('names the creditor’s IBAN in record 16 if there is one', () => {
    const order = sampleOrder()
    order.creditor.iban = 'IT60X0542811101000000123456'
    const [line] = recordsOf(writeMav(order).content, '16')
    expect([at(line, 11, 12), at(line, 13, 14), at(line, 15, 15)]).toEqual(['IT', '60', 'X'])
    expect([at(line, 16, 20), at(line, 21, 25), at(line, 26, 37)]).toEqual(['05428', '11101', '000000123456'])
  })

  it('writes a longer description into record 59, and cuts it after a word, which it reports', () => {
    const description = 'Quota straordinaria per il rifacimento della facciata sul cortile interno, '.repeat(
      2,
    )
    const { content, shortened } = writeMav(sampleOrder([sampleNotice({ description })]))
    expect(recordsOf(content, '50')).toEqual([])
    const text = at(recordsOf(content, '59')[0], 11, 120)?.trim() ?? ''
    expect(text.length).toBeLessThanOrEqual(110)
    expect(description.toUpperCase().startsWith(`${text} `)).toBe(true)
    expect(shortened).toEqual([{ number: 1, field: 'description' }])
  })

  it('reports each text that it cuts, and nothing else', () => {
    const debtor = {
      ...sampleNotice().debtor,
      name: 'Immobiliare '.repeat(9),
      address: 'Via Lunga '.repeat(9),
    }
    const { shortened } = writeMav(sampleOrder([sampleNotice(), sampleNotice({ debtor })]))
    expect(shortened).toEqual([
      { number: 2, field: 'name' },
      { number: 2, field: 'address' },
    ])
  })

  it.each([
    ['amount of zero', { amount: 0 }],
    ['amount of fourteen digits', { amount: 99_999_999_999_999 }],
    ['broken amount', { amount: 10.5 }],
    ['number of eleven digits', { creditor_number: '20260000270' }],
    ['number with a slash', { creditor_number: '2026/00027' }],
    ['empty code of the debtor', { customer_code: '' }],
  ])('refuses to write an %s: amounts and identifiers are never cut', (_what, wrong) => {
    expect(() => writeMav(sampleOrder([sampleNotice(wrong)]))).toThrow(RangeError)
  })

  it('refuses a SIA code, a name or an account of another length, and an order without notices', () => {
    for (const wrong of [{ sia: 'A1B2' }, { name: 'X'.repeat(21) }, { notices: [] }])
      expect(() => writeMav({ ...sampleOrder(), ...wrong })).toThrow(RangeError)
    const bank = { ...sampleOrder().bank, account: '123456' }
    expect(() => writeMav({ ...sampleOrder(), bank })).toThrow(RangeError)
  })
})

it('a recall is the same notice with causale 07100', () => {
  const [line] = recordsOf(writeMavRecall(sampleOrder()).content, '14')
  expect([at(line, 29, 33), at(line, 34, 46)]).toEqual(['07100', '0000000012350'])
})

it('RiBa: head IB, causale 30000, the debtor’s bank, the creditor’s tax code and name', () => {
  const notices = [{ ...sampleNotice(), debtor_abi: '03069', debtor_cab: '02801' }]
  const { content } = writeRiba({ ...sampleOrder(), notices })
  for (const line of linesOf(content)) expect(line).toHaveLength(120)
  expect(linesOf(content)[0]?.slice(0, 8)).toBe(' IBA1B2C')
  const of = (type: string) => recordsOf(content, type)[0]
  expect([at(of('14'), 29, 33), at(of('14'), 70, 79)]).toEqual(['30000', '0306902801'])
  expect(at(of('14'), 92, 97)).toBe('A1B2C4')
  expect(at(of('50'), 101, 116)?.trim()).toBe('84643670999')
  expect(at(of('51'), 11, 40)?.trim()).toBe('2026000027CONDOMINIO CITTA')
})
