import { describe, expect, it } from 'vitest'
import { formatRf, rfOfInstalment } from '../sepa/creditor-reference.ts'
import { aurora, bill, credit, facts } from './match-examples.ts'
import { matchMovement } from './match-movement.ts'

const two = bill('2026/000002', 21_458, { holder: 'Bianchi Aldo' })

describe('the reference of one instalment', () => {
  const inThree = bill('2026/000001', 30_000, {
    instalments: [1, 2, 3].map((position) => ({ position, left: 10_000 })),
  })
  const second = rfOfInstalment(inThree.number, 2)
  const pays = {
    kind: 'certain',
    parts: [{ bills: [{ bill_id: inThree.bill_id, amount: 10_000 }], credit: 0 }],
  }
  it.each([
    ['structured', { structured_reference: second }],
    ['in the text, in groups of four', { text: `Rif. ${formatRf(second)} ROSSI` }],
    ['that the bank broke', { text: `RATA ${second.slice(0, 12)} ${second.slice(12)}` }],
  ])('%s, names its bill', (_how, more) => {
    const decision = matchMovement(credit(10_000, more), facts([inThree, two]))
    expect(decision).toMatchObject(pays)
    expect(decision.reason).toContain(`Il riferimento ${second} è della rata 2 della bolletta 2026/000001.`)
  })
  it('with its exact amount pays it, although another bill of the payer asks the same amount', () => {
    const other = bill('2026/000009', 10_000, { subject_id: inThree.subject_id })
    const payer = { party_name: 'Rossi Lucia', structured_reference: second }
    expect(matchMovement(credit(10_000, payer), facts([inThree, other]))).toMatchObject(pays)
  })
  it('is asked if it is the number of another bill as well', () => {
    const homonym = bill('2026/000001R02', 10_000, { bill_id: 77 })
    const { kind } = matchMovement(
      credit(10_000, { structured_reference: second }),
      facts([inThree, homonym]),
    )
    expect(kind).not.toBe('certain')
  })
  it('with wrong check digits only hints at its bill', () => {
    const wrong = `RF${second.slice(2, 4) === '11' ? '12' : '11'}${second.slice(4)}`
    const decision = matchMovement(credit(30_000, { text: wrong }), facts([inThree]))
    expect(decision.kind).toBe('proposals')
    expect(decision.reason).toContain('cifre di controllo sbagliate')
  })
  it('of a bill of another condominium is never matched here', () => {
    const elsewhere = [aurora('2026/000001')]
    const { kind, reason } = matchMovement(credit(10_000, { text: second }), facts([two], { elsewhere }))
    expect([kind, reason.includes('Condominio Aurora')]).toEqual(['to_explain', true])
  })
})
