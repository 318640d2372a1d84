import { describe, expect, it } from 'vitest'
import { formatEuro } from '../money.ts'
import { type AutopayOnBill, autopayLine } from './autopay-line.ts'

const autopay: AutopayOnBill = {
  ...{ state: 'active', paused_until: null, source_type: 'card', brand: 'visa', last4: '4242' },
  ...{ collect_on: '2026-12-03', amount: 25_000, takes: 25_000, over_cap: false, left_to_payer: null },
}
const nothing = { ...autopay, collect_on: null, amount: null, takes: 0 }

describe('what a payer reads of the autopay on a bill', () => {
  it('is the day and the method, and that there is nothing to do', () => {
    expect(autopayLine(autopay, 25_000)).toBe(
      'Si addebita giovedì 3 dicembre 2026 da Visa •••• 4242. Non devi fare nulla.',
    )
  })
  it('names the sum when it is not all of the bill, and says who pays the rest', () => {
    const first = `Si addebitano ${formatEuro(25_000)} giovedì 3 dicembre 2026 da Visa •••• 4242`
    expect(autopayLine({ ...autopay, takes: 40_000 }, 40_000)).toBe(
      `${first}, il resto alle sue scadenze. Non devi fare nulla.`,
    )
    expect(autopayLine(autopay, 40_000)).toBe(`${first}. Il resto lo paghi tu.`)
  })
  it('is that the payer pays: above the cap, in a pause, after a failure', () => {
    expect(autopayLine({ ...nothing, over_cap: true }, 25_000)).toBe(
      'Supera il limite del tuo addebito automatico: pagala tu.',
    )
    expect(autopayLine({ ...nothing, state: 'paused' }, 25_000)).toBe(
      'Il tuo addebito automatico è in pausa: pagala tu.',
    )
    expect(autopayLine({ ...nothing, state: 'paused', paused_until: '2027-01-10' }, 25_000)).toBe(
      'Il tuo addebito automatico è in pausa fino a domenica 10 gennaio 2027: fino ad allora paghi tu.',
    )
    expect(autopayLine({ ...nothing, left_to_payer: 'L’addebito non è riuscito.' }, 25_000)).toBe(
      'Il tuo addebito automatico non la paga: pagala tu. L’addebito non è riuscito.',
    )
  })
})
