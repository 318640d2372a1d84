import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { FormFailure } from './FormFailure.tsx'
import { markSaidAtFields } from './said-at-fields.ts'

const conflict = () => ({ status: 409, fields: { amount: 'Troppo.' }, error_description: 'Troppo: 12,00 €.' })
const shown = (failure: unknown) => renderToStaticMarkup(<FormFailure failure={failure} />)

describe('a failed form', () => {
  it('says a conflict whole while a field that it names is not on the form', () => {
    expect(shown(conflict())).toContain('Troppo: 12,00 €.')
  })
  it('points to the fields once their text stands there, instead of saying it twice', () => {
    const failure = conflict()
    markSaidAtFields(failure)
    expect(shown(failure)).toContain('ricontrolla i campi segnalati')
    expect(shown(failure)).not.toContain('Troppo')
  })
  it('says nothing before it failed', () => {
    expect(shown(null)).toBe('')
  })
})
