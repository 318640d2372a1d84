import { defaultSteps } from '@saldo/domain/arrears/reminder-texts'
import { describe, expect, it } from 'vitest'
import { emptyStep, type StepValue, stepsInForm, stepTitles } from './sequence-form.ts'

const typed = (form: 'tu' | 'lei'): StepValue[] =>
  defaultSteps(form).map(({ days, ...words }) => ({
    ...words,
    days: String(Math.abs(days)),
    when: days < 0 ? 'before' : 'after',
  }))

describe('stepsInForm', () => {
  it('changes the default texts into the other form of address, and leaves the office’s own', () => {
    expect(stepsInForm(typed('tu'), 'lei')).toEqual(typed('lei'))
    const own = typed('tu').map((step, place) =>
      place === 1 ? { ...step, text: 'Paga i tuoi debiti' } : step,
    )
    expect(stepsInForm(own, 'lei')[1]).toEqual(own[1])
  })
})

describe('stepTitles', () => {
  it('counts the levels in the order of their days, and names the last', () => {
    const [notice, first, second, last] = typed('tu') as [StepValue, StepValue, StepValue, StepValue]
    expect(stepTitles([last, first, notice, second, emptyStep])).toEqual([
      'Livello 3, l’ultimo: sempre con il Lei',
      'Livello 1',
      'Promemoria',
      'Livello 2',
      'Nuovo livello',
    ])
  })
})
