import { describe, expect, it } from 'vitest'
import { billForAct, billSentence, sentSentence, whyNotSend } from './bill-words.ts'

const bill = { state: 'to_pay', next_due_date: '2026-09-30', settled: 0, residue: 41_250 } as const
const now = '2026-09-21'

describe('billSentence', () => {
  it('says when it is due', () =>
    expect(billSentence(bill, now)).toBe('Scade fra 9 giorni, mercoledì 30 settembre 2026.'))
  it('says when it was due, and what is missing', () =>
    expect(
      billSentence(
        { state: 'overdue', next_due_date: '2026-09-15', settled: 12_000, residue: 29_250 },
        now,
      ).replaceAll('\u00a0', ' '),
    ).toBe('Scadeva 6 giorni fa, martedì 15 settembre 2026. Incassati 120,00 €, restano 292,50 €.'))
  it('reports the result of a debit before the due date', () =>
    expect(billSentence({ ...bill, state: 'returned', next_due_date: '2026-09-21' }, now)).toBe(
      'La banca ha respinto l’addebito: si può pagare di nuovo. Scade oggi, lunedì 21 settembre 2026.',
    ))
  it('asks for what a dispute does not hold', () => {
    const disputed = { ...bill, state: 'disputed', settled: 10_000 } as const
    const why = 'Chi ha pagato contesta il pagamento: decide la sua banca.'
    expect(billSentence({ ...disputed, residue: 0 }, now)).toBe(why)
    expect(billSentence(disputed, now).replaceAll('\u00a0', ' ')).toBe(
      `${why} Restano da pagare 412,50 €. Scade fra 9 giorni, mercoledì 30 settembre 2026.`,
    )
  })
  it('does not urge someone who has paid', () =>
    expect(billSentence({ ...bill, state: 'paid', next_due_date: '2026-01-01' }, now)).toBe(
      'Incassata per intero.',
    ))
})

describe('changing', () => {
  it('treats a returned bill with a received part as partly paid, as the server does', () => {
    expect(billForAct({ phase: 'returned', settled: 0 }).phase).toBe('returned')
    expect(billForAct({ phase: 'returned', settled: 1 }).phase).toBe('partly_paid')
    expect(billForAct({ phase: 'open', settled: 0 }).phase).toBe('open')
  })
})

describe('whyNotSend', () => {
  const sendable = { phase: 'open', residue: 41_250, pending: 0, subject_nominative: 'Rossi Lucia' } as const
  it('allows payable bills with an e-mail address', () =>
    expect(whyNotSend({ ...sendable, subject_email: 'lucia@example.it' })).toBeNull())
  it('asks for the missing address', () =>
    expect(whyNotSend({ ...sendable, subject_email: null })).toContain('Manca l’e-mail di Rossi Lucia'))
  it('gives the state as the first reason', () =>
    expect(whyNotSend({ ...sendable, phase: 'paid', subject_email: null })).toBe('È già pagata.'))
})

describe('sentSentence', () => {
  it('says that nothing left where mails do not', () =>
    expect(sentSentence({ sent: 26, without_email: 0, not_payable: 0, leave: false })).toBe(
      '26 link non inviati: nessun server di posta.',
    ))
  it('returns how many links were sent', () =>
    expect(sentSentence({ sent: 26, without_email: 0, not_payable: 0, leave: true })).toBe(
      '26 link inviati.',
    ))
  it('returns which were not sent, and why', () =>
    expect(sentSentence({ sent: 1, without_email: 2, not_payable: 1, leave: true })).toBe(
      '1 link inviato. Restano fuori 2 bollette senza e-mail e 1 bolletta non da pagare.',
    ))
  it('does not claim what was not done', () =>
    expect(sentSentence({ sent: 0, without_email: 1, not_payable: 0, leave: true })).toBe(
      'Nessun link inviato. Resta fuori 1 bolletta senza e-mail.',
    ))
})
