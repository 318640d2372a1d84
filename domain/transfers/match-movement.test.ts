import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rfOfBill } from '../sepa/creditor-reference.ts'
import type { Credit, KnownBill, NamedElsewhere } from './known-facts.ts'
import { aurora, bill, credit, facts } from './match-examples.ts'
import { matchMovement } from './match-movement.ts'

const one = bill('2026/000001', 33_914)
const two = bill('2026/000002', 21_458, { holder: 'Bianchi Aldo' })

describe('certain', () => {
  it.each([
    ['a structured RF', { structured_reference: 'rf422026000001' }],
    ['an RF in the text, in groups of four', { text: 'Rif. RF42 2026 0000 01 ROSSI' }],
    ['an RF as end-to-end id', { end_to_end_id: 'RF422026000001' }],
    ['an RF that the bank broke', { text: 'SALDO RF4220260 00001' }],
    ['the number of the bill', { text: 'SALDO BOLLETTA N.2026/000001, ROSSI' }],
    ['the number with blanks', { text: 'bolletta 2026 / 000001' }],
    ['the number behind words without a blank', { text: 'boll.n.2026/000001 int. 7' }],
  ])('%s', (_how, more) => {
    expect(matchMovement(credit(33_914, more), facts([one, two]))).toMatchObject({
      kind: 'certain',
      parts: [{ subject_id: one.subject_id, bills: [{ bill_id: one.bill_id, amount: 33_914 }], credit: 0 }],
    })
  })
  it('less than due is a partial payment', () => {
    const { kind, reason } = matchMovement(credit(30_000, { text: 'RF422026000001' }), facts([one]))
    expect([kind, reason]).toEqual([
      'certain',
      'Il riferimento RF422026000001 è della bolletta 2026/000001. È un pagamento parziale: restano 39,14 €.'.replace(
        ' €',
        '\u00a0€',
      ),
    ])
  })
  it('more than due is credit, and a settled bill makes all of it credit', () => {
    const words = { structured_reference: 'RF422026000001' }
    expect(matchMovement(credit(40_000, words), facts([one]))).toMatchObject({
      kind: 'certain',
      parts: [{ bills: [{ amount: 33_914 }], credit: 6_086 }],
    })
    const settled = { ...one, residue: 0, phase: 'paid' }
    expect(matchMovement(credit(40_000, words), facts([settled]))).toMatchObject({
      kind: 'certain',
      parts: [{ bills: [], credit: 40_000, named: [one.bill_id] }],
    })
  })
  it('two references whose sum is the amount, also of two people', () => {
    const text = `${rfOfBill('2026/000001')} ${rfOfBill('2026/000002')}`
    expect(matchMovement(credit(33_914 + 21_458, { text }), facts([one, two]))).toMatchObject({
      kind: 'certain',
      parts: [{ subject_id: one.subject_id }, { subject_id: two.subject_id }],
    })
  })
})

describe('a reference is not enough', () => {
  const words = { structured_reference: 'RF422026000001' }
  it('if payer and amount are those of another open bill: that one is proposed', () => {
    const decision = matchMovement(
      credit(21_458, { ...words, party_name: 'BIANCHI  ALDO' }),
      facts([one, two]),
    )
    expect(decision).toMatchObject({
      kind: 'proposals',
      proposals: [{ bills: [{ bill_id: two.bill_id }], first_choice: false }],
    })
  })
  it('if payer and nearly the amount are those of another person’s open bill', () => {
    const decision = matchMovement(
      credit(21_400, { ...words, party_name: 'BIANCHI  ALDO' }),
      facts([one, two]),
    )
    expect(decision).toMatchObject({ kind: 'proposals', proposals: [{ bills: [{ bill_id: two.bill_id }] }] })
  })
  it('if a number is named, the payer is not the holder, and less than is due came', () => {
    const text = 'bolletta 2026/000001'
    expect(matchMovement(credit(30_000, { text }), facts([one])).kind).toBe('proposals')
    const own = credit(30_000, { text, party_name: 'ROSSI LUCIA' })
    expect(matchMovement(own, facts([one])).kind).toBe('certain')
  })
  it('if what came in excess would pay another open bill of the holder or of the payer', () => {
    const own = { ...two, subject_id: one.subject_id, holder: one.holder }
    const both = credit(33_914 + 21_458, words)
    expect(matchMovement(both, facts([one, own]))).toMatchObject({
      kind: 'proposals',
      reason: expect.stringContaining('bastano anche per la bolletta 2026/000002'),
      proposals: [
        { credit: 0, bills: [{ bill_id: one.bill_id }, { bill_id: own.bill_id }], first_choice: false },
        { credit: 21_458, bills: [{ bill_id: one.bill_id }], first_choice: false },
      ],
    })
    expect(matchMovement({ ...both, party_name: 'Bianchi Aldo' }, facts([one, two])).kind).toBe('proposals')
    expect(matchMovement(both, facts([one], { rule_subject_ids: [9] })).kind).toBe('certain')
    const learned = facts([one, two], { rule_subject_ids: [two.subject_id] })
    expect(matchMovement(both, learned).kind).toBe('proposals')
    expect(matchMovement(both, facts([one, two])).kind).toBe('certain')
    expect(matchMovement({ ...both, amount: both.amount - 1 }, facts([one, own])).kind).toBe('certain')
  })
  it('if a number is named, and somebody of the payer’s name owes the same amount', () => {
    const other = bill('2026/000003', 33_914, { subject_id: 3, holder: 'Lucia Rossi' })
    const paid = (party_name: string, also: KnownBill, text = 'bolletta 2026/000001') =>
      matchMovement(credit(33_914, { text, party_name }), facts([one, also]))
    expect(paid('Rossi Lucia', other)).toMatchObject({
      kind: 'proposals',
      reason: expect.stringContaining('Anche la bolletta 2026/000003 di Lucia Rossi'),
      proposals: [{ bills: [{ bill_id: one.bill_id }], first_choice: false }],
    })
    expect(paid('Rossi Lucia', { ...other, residue: 34_000 }).kind).toBe('proposals')
    expect(paid('Rossi Lucia', { ...other, residue: 40_000 }).kind).toBe('certain')
    expect(paid('Rossi Lucia', { ...other, holder: 'Bianchi Aldo' }).kind).toBe('certain')
    expect(paid('Rossi Lucia', { ...other, residue: 0, phase: 'paid' }).kind).toBe('certain')
    expect(paid('Rossi Lucia', other, 'RF422026000001').kind).toBe('certain')
    // A relative: number and amount agree, and nothing speaks for the other bill.
    expect(paid('Verdi Ugo', other).kind).toBe('certain')
  })
  it('unless it has the same payer and amount itself', () => {
    const other = bill('2026/000003', 33_914)
    const own = credit(33_914, { ...words, party_name: 'Lucia Rossi' })
    expect(matchMovement(own, facts([one, other])).kind).toBe('certain')
  })
  it.each([
    ['a payment of the bill is under way', { pending: 1 }],
    ['the bill is disputed', { phase: 'disputed' }],
    ['the money came before the bill was issued', { issue_date: '2026-06-04' as const }],
  ])('if %s', (_why, more) => {
    expect(matchMovement(credit(33_914, words), facts([{ ...one, ...more }])).kind).toBe('proposals')
  })
  it('if a number is named, the amount is another, and the payer is not the holder', () => {
    const text = 'RIMBORSO NOTA CREDITO 2026/000001'
    for (const amount of [4_500, 40_000])
      expect(matchMovement(credit(amount, { text }), facts([one]))).toMatchObject({
        kind: 'proposals',
        proposals: [{ level: 'reference', first_choice: false }],
      })
    const holder = credit(4_500, { text: 'acconto 2026/000001', party_name: 'Lucia Rossi' })
    expect(matchMovement(holder, facts([one])).kind).toBe('certain')
  })
  it('if two are named and the amount is less than both', () => {
    const text = '2026/000001 e 2026/000002'
    expect(matchMovement(credit(40_000, { text }), facts([one, two])).kind).toBe('to_explain')
    const same = { ...two, subject_id: one.subject_id }
    expect(matchMovement(credit(33_914, { text }), facts([one, same])).kind).toBe('proposals')
  })
  it('if its check digits are wrong: amount and name are needed too', () => {
    const text = 'PAGAMENTO RF102026000001'
    expect(matchMovement(credit(33_914, { text, party_name: 'Rossi Lucia' }), facts([one]))).toMatchObject({
      kind: 'proposals',
      proposals: [{ level: 'name', bills: [{ bill_id: one.bill_id }] }],
    })
    expect(matchMovement(credit(500, { text }), facts([one])).kind).toBe('to_explain')
  })
  it.each(['n.1 condominio', 'bolletta 000001', 'BOLLETTA 2026000001', 'X2026/000001'])(
    '%s is none',
    (text) => {
      expect(matchMovement(credit(30_000, { text }), facts([one])).kind).toBe('to_explain')
    },
  )
  it.each(['05/2026', '2025/2026', 'A-12'])(
    'a number that may be a date or a code, %s, is only proposed',
    (number) => {
      const weak = bill(number, 100)
      expect(matchMovement(credit(100, { text: `quota ${number}` }), facts([weak])).kind).toBe('proposals')
    },
  )
  it('of a bill of another condominium: it is named, and nothing is settled', () => {
    const elsewhere = [aurora('2026/000064')]
    const decision = matchMovement(
      credit(33_773, { text: 'Bolletta 2026/000064' }),
      facts([one], { elsewhere }),
    )
    expect(decision.kind).toBe('to_explain')
    expect(decision.reason).toContain('2026/000064 di Condominio Aurora')
  })
  it('if another condominium has the number too, unless the holder pays, or a stranger exactly what this bill alone asks', () => {
    const paid = (
      amount: number,
      party_name: string,
      twin: Partial<NamedElsewhere>,
      words: Partial<Credit>,
    ) =>
      matchMovement(
        credit(amount, { party_name, ...words }),
        facts([one], { elsewhere: [aurora(one.number, twin)] }),
      )
    const byRf = { structured_reference: 'RF422026000001' }
    for (const words of [byRf, { text: 'bolletta 2026/000001' }]) {
      expect(paid(18_750, 'Verdi Ugo', { residue: 18_750 }, words)).toMatchObject({
        kind: 'proposals',
        reason: expect.stringContaining('Condominio Aurora'),
      })
      expect(paid(33_914, 'Verdi Ugo', { residue: 33_914 }, words).kind).toBe('proposals')
      expect(paid(33_914, 'Neri Ada', { residue: 33_914 }, words).kind).toBe('proposals')
      expect(paid(33_914, 'Neri Ada', { residue: 5 }, words).kind).toBe('certain')
      expect(paid(33_914, 'Rossi Lucia', { residue: 33_914 }, words).kind).toBe('certain')
    }
  })
  it('if the same money was registered by hand: it is to be linked', () => {
    const registered = [
      { payment_id: 9, subject_id: one.subject_id, amount: 33_914, received_on: '2026-06-02' as const },
    ]
    const settled = { ...one, residue: 0, phase: 'paid' }
    expect(matchMovement(credit(33_914, words), facts([settled], { registered }))).toMatchObject({
      kind: 'proposals',
      proposals: [{ level: 'registered', payment_id: 9, first_choice: true }],
    })
    const long_ago = [{ ...registered[0]!, received_on: '2026-05-02' as const }]
    expect(matchMovement(credit(33_914, words), facts([settled], { registered: long_ago })).kind).toBe(
      'certain',
    )
  })
})

describe('without a reference', () => {
  const code = 'TRLDAA61M51C052N'
  const mine = bill('2026/000005', 35_792, { fiscal_code: code, holder: 'Tirelli Ada' })
  it('amount and tax code are proposed, the oldest bill first', () => {
    const later = { ...mine, bill_id: 4, number: '2026/000004', due_date: '2026-07-31' as const }
    const decision = matchMovement(credit(35_792, { text: `rata cod fisc ${code}` }), facts([later, mine]))
    expect(decision).toMatchObject({
      kind: 'proposals',
      reason: 'Stesso importo e stesso codice fiscale del pagatore.',
      proposals: [
        { level: 'code', bills: [{ bill_id: mine.bill_id }], first_choice: true },
        { bills: [{ bill_id: 4 }], first_choice: false },
      ],
    })
  })
  it.each([
    ["DALL'AGLIO NICCOLO", 'Dall’Aglio Niccolò'],
    ['Niccolo Dall Aglio', 'Dall’Aglio Niccolò'],
    ['FONTANA ANNA E CONIUGE', 'Fontana Anna'],
    ['Sig.ra Anna Fontana', 'Fontana Anna'],
    ["D'Angelo Laura", 'D’Angelo Laura'],
    ['IMMOBILIARE AURORA SRL', 'Immobiliare Aurora S.r.l.'],
  ])('amount and name: %s is %s', (party_name, holder) => {
    expect(
      matchMovement(credit(100, { party_name }), facts([bill('2026/000007', 100, { holder })])),
    ).toMatchObject({
      kind: 'proposals',
      proposals: [{ level: 'name', first_choice: true }],
    })
  })
  it('another tax code refutes the name', () => {
    const other = credit(35_792, { party_name: 'Tirelli Ada', party_fiscal_code: 'FRRBBR76B43A448S' })
    expect(matchMovement(other, facts([mine])).kind).toBe('to_explain')
  })
  it('two payers of the same name: both, and no first choice', () => {
    const homonym = { ...mine, bill_id: 6, subject_id: 6, number: '2026/000006', fiscal_code: null }
    const decision = matchMovement(credit(35_792, { party_name: 'Ada Tirelli' }), facts([mine, homonym]))
    expect(decision).toMatchObject({ proposals: [{ first_choice: false }, { first_choice: false }] })
  })
  it('what was learned of the IBAN stands first', () => {
    const decision = matchMovement(
      credit(100, { party_name: 'Rossi Lucia' }),
      facts([bill('2026/000008', 100), { ...mine, residue: 100 }], { rule_subject_ids: [mine.subject_id] }),
    )
    expect(decision).toMatchObject({
      proposals: [{ level: 'rule', subject_id: mine.subject_id }, { level: 'name' }],
    })
  })
  it('one cent less than due is proposed, and is no first choice', () => {
    expect(matchMovement(credit(33_913, { party_name: 'Rossi Lucia' }), facts([one]))).toMatchObject({
      proposals: [{ level: 'near_name', bills: [{ amount: 33_913 }], first_choice: false }],
    })
  })
  it('the amount of one debtor with the name of another is to be explained', () => {
    const decision = matchMovement(credit(33_914, { party_name: 'Bianchi Aldo' }), facts([one, two]))
    expect(decision).toEqual({
      kind: 'to_explain',
      reason: 'L’importo è quello della bolletta 2026/000001 di Rossi Lucia, ma il pagatore è un altro.',
    })
  })
})

it('never settles more than the money, nor more than is due, nor what is not named', () => {
  const words = fc.constantFrom(
    'RF422026000001',
    '2026/000002',
    '2026/000003',
    'RF102026000001',
    'rata',
    '12/2026',
    'Rossi Lucia',
  )
  fc.assert(
    fc.property(
      fc.array(words, { maxLength: 5 }),
      fc.integer({ min: 1, max: 500 }),
      fc.array(
        fc.record({
          residue: fc.integer({ min: 0, max: 300 }),
          pending: fc.constantFrom(0, 0, 1),
          who: fc.integer({ min: 1, max: 2 }),
        }),
        { minLength: 3, maxLength: 3 },
      ),
      (texts, amount, states) => {
        const bills = states.map(({ residue, pending, who }, at) =>
          bill(`2026/00000${at + 1}`, residue, {
            pending,
            subject_id: who,
            holder: who === 1 ? 'Rossi Lucia' : 'Bianchi Aldo',
          }),
        )
        const text = texts.join(' ')
        const decision = matchMovement(credit(amount, { text }), facts(bills))
        if (decision.kind !== 'certain') return
        const shares = decision.parts.flatMap((part) => part.bills)
        const settled = shares.reduce((sum, each) => sum + each.amount, 0)
        expect(settled + decision.parts.reduce((sum, each) => sum + each.credit, 0)).toBe(amount)
        for (const share of shares) {
          const of = bills.find(({ bill_id }) => bill_id === share.bill_id)!
          expect(share.amount).toBeLessThanOrEqual(of.residue)
          expect(of.pending).toBe(0)
          expect(text.includes(of.number) || text.includes(rfOfBill(of.number))).toBe(true)
        }
      },
    ),
  )
})

describe('what was learned of an IBAN', () => {
  const known = (more: Partial<Credit>) =>
    matchMovement(
      credit(33_914, more),
      facts([one, { ...two, residue: 33_914 }], { rule_subject_ids: [33_914] }),
    )
  it('is the first choice', () => {
    expect(known({})).toMatchObject({ proposals: [{ level: 'rule', first_choice: true }] })
  })
  it('is none if the bank says that another debtor paid, as where couples share an account', () => {
    const decision = known({ party_name: 'Bianchi Aldo' })
    expect(
      decision.kind === 'proposals' && decision.proposals.map(({ first_choice }) => first_choice),
    ).toEqual([false, false])
  })
})
