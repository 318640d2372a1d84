import { describe, expect, it } from 'vitest'
import { type AddressForm, addressForms } from './reminder-plan.ts'
import {
  defaultSequence,
  defaultSteps,
  fillPlaceholders,
  inForm,
  type Placeholder,
  placeholders,
  unknownPlaceholders,
  whyNotSequence,
  wordOfOtherForm,
} from './reminder-texts.ts'

const values = Object.fromEntries(Object.keys(placeholders).map((name) => [name, `<${name}>`])) as Record<
  Placeholder,
  string
>
const step = { days: 7, name: 'Uno', subject: 'Saluti', text: 'Saluti' }

describe('placeholders', () => {
  it('are filled everywhere, and other words in braces stay', () => {
    expect(fillPlaceholders('{importo} e {importo}, {altro}', values)).toBe('<importo> e <importo>, {altro}')
  })
  it('are reported if they are unknown', () => {
    expect(unknownPlaceholders('Gentile {nominativo}, {importp} {} {toString}')).toEqual([
      'importp',
      '',
      'toString',
    ])
  })
  it('are not filled inside a filled value', () => {
    expect(fillPlaceholders('{nominativo}', { ...values, nominativo: '{importo}' })).toBe('{importo}')
  })
  it('say one day in the singular', () => {
    expect(fillPlaceholders('da {giorni} giorni', { ...values, giorni: '1' })).toBe('da 1 giorno')
    expect(fillPlaceholders('da {giorni} giorni', { ...values, giorni: '21' })).toBe('da 21 giorni')
  })
})

describe('the default texts', () => {
  it('are valid in both forms of address, and send nothing automatically', () => {
    for (const form of addressForms) expect(whyNotSequence(defaultSteps(form), form)).toEqual({})
    expect(defaultSequence.automatic).toBe(false)
  })
  it('change into the other form and back, but for the last notice, which says Lei', () => {
    for (const [form, other] of [
      ['tu', 'lei'],
      ['lei', 'tu'],
    ] as [AddressForm, AddressForm][])
      expect(defaultSteps(form).map((each) => inForm(each, other))).toEqual(defaultSteps(other))
    expect(inForm(step, 'lei')).toBe(step)
  })
})

describe('wordOfOtherForm', () => {
  it.each([
    ['Ti ricordiamo', 'lei', 'Ti'],
    ['le tue bollette', 'lei', 'tue'],
    ['un Suo riscontro', 'tu', 'Suo'],
    ['Le quote di tutti', 'tu', null],
    ['i testi e tè', 'lei', null],
  ] as [string, AddressForm, string | null][])('%s, in %s: %s', (text, form, word) => {
    expect(wordOfOtherForm(text, form)).toBe(word)
  })
})

describe('whyNotSequence', () => {
  it('names the fields of a repeated day and of an unknown placeholder', () => {
    expect(whyNotSequence([step, { ...step, text: '{prezzo}' }], 'tu')).toEqual({
      'steps.1.days': 'C’è già un livello in questo giorno.',
      'steps.1.text': 'Non conosco il segnaposto {prezzo}.',
    })
  })
  it('names the words that break the form of address; the last notice says Lei', () => {
    const steps = [
      { ...step, text: 'Attendiamo un Suo riscontro' },
      { ...step, days: 30, text: 'La tua rata' },
    ]
    expect(whyNotSequence(steps, 'tu')).toEqual({
      'steps.0.text': 'Qui si dà del Lei («Suo»): scrivi con il tu, o scegli il Lei per tutti.',
      'steps.1.text': 'L’ultimo livello dà sempre del Lei: correggi «tua».',
    })
    expect(
      whyNotSequence(
        [
          { ...step, text: 'Paga i tuoi debiti' },
          { ...step, days: 9 },
        ],
        'lei',
      ),
    ).toEqual({
      'steps.0.text': 'Qui si dà del tu («tuoi»): scrivi con il Lei.',
    })
  })
})
