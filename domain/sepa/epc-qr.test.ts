import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxCents } from '../money.ts'
import { epcPayload } from './epc-qr.ts'

const iban = 'IT20C0306999411000009974229'

/** Reads a payload by the lines of EPC069-12, table 2; written apart from the generator. */
function readEpc(payload: string) {
  const lines = payload.split('\n')
  if (lines.length < 8 || lines.length > 12) throw new Error(`${lines.length} lines`)
  const [tag, version, charset, identification, bic, name, account, amount, purpose, reference, text] = lines
  if (tag !== 'BCD' || version !== '002' || charset !== '1' || identification !== 'SCT')
    throw new Error('header')
  if (new TextEncoder().encode(payload).length > 331) throw new Error('too long')
  if (!/^EUR(?:0|[1-9]\d{0,8})\.\d{2}$/.test(amount ?? '')) throw new Error(`amount ${amount}`)
  if (!name || name.length > 70) throw new Error(`name ${name}`)
  if (reference && text) throw new Error('reference and text')
  return {
    bic,
    name,
    iban: account,
    cents: Number(amount!.slice(3).replace('.', '')),
    purpose,
    reference,
    text,
  }
}

describe('epcPayload', () => {
  it('lays out a bill with its reference', () => {
    expect(
      epcPayload({ name: 'Condominio Le Magnolie', iban, amount: 33914, reference: 'RF42 2026 0000 01' }),
    ).toBe(
      ['BCD', '002', '1', 'SCT', '', 'Condominio Le Magnolie', iban, 'EUR339.14', '', 'RF422026000001'].join(
        '\n',
      ),
    )
  })

  it('lays out a text, with a BIC', () => {
    const payload = epcPayload({
      name: 'Condominio Città',
      iban,
      amount: 5,
      text: 'Rata 2/4 – è',
      bic: 'BCITITMM',
    })
    expect(payload).toBe(
      [
        'BCD',
        '002',
        '1',
        'SCT',
        'BCITITMM',
        'Condominio Citta',
        iban,
        'EUR0.05',
        '',
        '',
        'Rata 2/4 - e',
      ].join('\n'),
    )
  })

  it('ends with the amount if there is neither reference nor text', () =>
    expect(epcPayload({ name: 'Aurora', iban, amount: 100 }).split('\n')).toHaveLength(8))

  it.each([
    { iban: 'IT20C0306999411000009974228' },
    { name: ' ' },
    { amount: 0 },
    { amount: -1 },
    { amount: maxCents + 1 },
    { amount: 0.5 },
    { reference: 'RF432026000001' },
    { reference: 'RF422026000001', text: 'Rata' },
  ])('refuses %j', (wrong) =>
    expect(() => epcPayload({ name: 'Aurora', iban, amount: 100, ...wrong })).toThrow(RangeError),
  )

  it('passes an independent reader for any name, text and amount', () => {
    const anyText = fc.string({ unit: 'grapheme', maxLength: 300 })
    fc.assert(
      fc.property(anyText, anyText, fc.integer({ min: 1, max: maxCents }), (name, text, amount) => {
        const read = readEpc(epcPayload({ name: `A${name}`, iban, amount, text }))
        expect(read).toMatchObject({ bic: '', iban, cents: amount })
        expect((read.text ?? '').length).toBeLessThanOrEqual(140)
      }),
    )
  })
})
