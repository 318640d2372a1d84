import { describe, expect, it } from 'vitest'
import { addDays } from '../dates.ts'
import { composeLetter, type LetterBill, letterWords } from './reminder-letter.ts'
import { addressForms, planLetter } from './reminder-plan.ts'
import { defaultSequence, defaultSteps, wordOfOtherForm } from './reminder-texts.ts'

const day = '2026-03-10'
const parties = {
  nominative: 'Neri Marta',
  account_name: 'Condominio Ghibellina',
  business_name: 'Studio Bassi',
}
const bill = (number: string, late: number, of: Partial<LetterBill> = {}): LetterBill => ({
  ...{ number, description: 'Conguaglio', phase: 'open', under_way: false, in_plan: false },
  ...{ next_due_date: addDays(day, -late), overdue: late > 0 ? 10_000 : 0, due_now: 10_000 },
  ...{ level: 0, noticed: null, reminded_on: null, ...of },
})
const anyone = {
  email: 'a@example.it',
  no_notices: false,
  refused: false,
  last_letter: null,
  open_letter: null,
}
function letterOf(bills: LetterBill[], form: 'tu' | 'lei' = 'tu') {
  const sequence = { ...defaultSequence, address_form: form, steps: defaultSteps(form) }
  const { letter } = planLetter(anyone, bills, sequence, day)
  if (!letter) throw new Error('no letter')
  return composeLetter(letter, parties, day)
}

describe('composeLetter', () => {
  it('names a single bill in its text', () => {
    expect(letterOf([bill('2026/000085', 8)])).toMatchObject({
      title: 'Condominio Ghibellina: 100,00\u00a0€ da pagare',
      text: expect.stringContaining('per la bolletta 2026/000085 (Conguaglio), scaduta il 02/03/2026.'),
      lines: [{ number: '2026/000085', note: 'scaduta il 02/03/2026, primo sollecito', amount: 10_000 }],
      total_label: 'Totale scaduto',
      total: 10_000,
    })
  })
  it('lists several bills, each with its own level and the day of the letter it had', () => {
    const letter = letterOf([
      bill('2026/1', 70, { level: 2 }),
      bill('2026/2', 10, { level: 1, reminded_on: '2026-03-08' }),
      bill('2026/3', 8),
      bill('2026/4', 1),
    ])
    expect(letter.text).toContain('restano da pagare 400,00\u00a0€ per 4 bollette scadute')
    expect(letter.lines.map(({ note }) => note)).toEqual([
      'scaduta il 30/12/2025, ultimo sollecito',
      'scaduta il 28/02/2026, primo sollecito del 08/03/2026',
      'scaduta il 02/03/2026, primo sollecito',
      'scaduta il 09/03/2026',
    ])
  })
  it('reminds of a bill before it is due', () => {
    expect(letterOf([bill('2026/1', -3)])).toMatchObject({
      text: expect.stringContaining(
        'ti ricordiamo la bolletta 2026/1 (Conguaglio), in scadenza il 13/03/2026',
      ),
      lines: [{ note: 'scade il 13/03/2026' }],
      total_label: 'Totale da pagare',
    })
  })
  it.each(addressForms)('keeps to one form of address, %s, in the product’s own sentences too', (form) => {
    for (const late of [-3, 8, 30]) {
      const letter = letterOf([bill('1', late, { level: late > 25 ? 1 : 0 }), bill('2', late)], form)
      expect(letter.form).toBe(form)
      const own = Object.values(letterWords[form])
      for (const text of [letter.title, letter.text, ...own]) expect(wordOfOtherForm(text, form)).toBeNull()
    }
  })
  it('says Lei in the last notice of an office that says tu', () => {
    const letter = letterOf([bill('1', 80, { level: 2 })])
    expect(letter.form).toBe('lei')
    expect(letter.text).toContain('Suo riscontro')
  })
})
