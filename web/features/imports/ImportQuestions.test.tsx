import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ImportQuestions } from './ImportQuestions.tsx'
import type { Question } from './import-kinds.ts'

const asked = (question: Partial<Question>): Question => ({
  question: 'rows:odd',
  sheet: 'Rate',
  table: 1,
  text: 'Una riga è diversa dalle altre: è una persona che deve pagare?',
  options: [
    { value: 'read', label: 'Sì, si chiede come alle altre', detail: null },
    { value: 'skip', label: 'No, è un totale', detail: 'resta fuori' },
  ],
  free: null,
  proposal: 'skip',
  answer: null,
  remembered: false,
  ...question,
})
const shown = (...questions: Question[]) =>
  renderToStaticMarkup(
    <MantineProvider>
      <ImportQuestions found={{ questions, tables: [] }} answers={new Map()} onAnswer={() => undefined} />
    </MantineProvider>,
  )
const radios = (html: string) => html.match(/type="radio"/g)?.length ?? 0
const checked = (html: string) => /<input[^>]*checked=""[^>]*>/.exec(html)?.[0]

describe('a question about a file', () => {
  it('shows its sentence and each answer with what follows from it; none is chosen before the person chooses', () => {
    const html = shown(asked({}))
    for (const text of ['Prima di importare', 'Una riga è diversa', 'Sì, si chiede come', 'resta fuori'])
      expect(html).toContain(text)
    expect(radios(html)).toBe(2)
    expect(checked(html)).toBeUndefined()
  })

  it('shows the answer that was given, and whether it is that of an earlier file', () => {
    const html = shown(asked({ answer: 'skip', remembered: true }))
    expect(checked(html)).toContain('value="skip"')
    expect(html).toContain('Risposta dell’ultima volta')
  })

  it('about the building can be answered with an existing condominium or a new one', () => {
    const html = shown(asked({ question: 'condominium', options: [], free: 'condominium', proposal: null }))
    expect(radios(html)).toBe(2)
    expect(html).toContain('Un condominio già presente')
    expect(html).toContain('Un condominio nuovo')
  })

  it('about a day can be answered with a day that the file does not say', () => {
    const day = { question: 'due_day', free: 'date' as const, proposal: null }
    expect(shown(asked({ ...day, options: [] }))).toContain('Scadenza di tutte le righe')
    const some = asked({ ...day, options: [{ value: '2027-01-31', label: '31/01/2027', detail: null }] })
    expect(shown(some)).toContain('Un altro giorno')
  })

  it('offers all proposals at once only when several are open', () => {
    expect(shown(asked({}))).not.toContain('Accetta')
    expect(shown(asked({}), asked({ question: 'rows:equal' }))).toContain('Accetta 2 proposte')
  })
})
