import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bindParameters, type QueryParameter, readParameter } from './parameters.ts'

const parameter = (name: string, more: Partial<QueryParameter> = {}): QueryParameter => ({
  name,
  label: name,
  type: 'text',
  required: true,
  ...more,
})

describe('bindParameters', () => {
  it('replaces each name by a typed placeholder, the same one each time', () => {
    expect(
      bindParameters('select :a, :b, :a where x > :b', [parameter('a'), parameter('b', { type: 'day' })]),
    ).toEqual({
      text: 'select $1::text, $2::text::date, $1::text where x > $2::text::date',
      names: ['a', 'b'],
    })
  })
  it.each([
    ["':a'"],
    ["'it''s :a'"],
    ["E'\\' :a'"],
    ["e'\\\\' || ':a'"],
    ['":a"'],
    ['-- :a'],
    ['/* :a \n :a */'],
    ['$$ :a $$'],
    ['$tag$ :a $$ :a $tag$'],
    ['x::a'],
    ['y := 1'],
    ["'not closed :a"],
  ])('leaves alone what is no parameter: %s', (piece) => {
    expect(bindParameters(`select ${piece}`, [])).toEqual({ text: `select ${piece}`, names: [] })
  })
  it.each([
    ['select :a', [], 'Il parametro :a è nel testo ma non nell’elenco dei parametri.'],
    ['select 1', [parameter('a')], 'Il parametro a è nell’elenco ma non nel testo: scrivilo come :a.'],
    ['select :a', [parameter('a'), parameter('a')], 'Due parametri hanno lo stesso nome.'],
    ['select x[1:a]', [], 'Il parametro :a è nel testo ma non nell’elenco dei parametri.'],
  ])('refuses %s', (text, parameters, fault) => {
    expect(bindParameters(text, parameters)).toEqual({ fault })
  })
  it('never changes a text without parameters, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...`ab1'"$-/*\\:; \n[]eE_`) }), (text) => {
        const bound = bindParameters(text, [])
        expect('fault' in bound || bound.text === text).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('readParameter', () => {
  it.each([
    ['integer', '12', '12'],
    ['integer', ' -3 ', '-3'],
    ['cents', '123456', '123456'],
    ['decimal', '1.5', '1.5'],
    ['day', '2026-02-28', '2026-02-28'],
    ['instant', '2026-02-28T10:00Z', '2026-02-28T10:00Z'],
    ['instant', '2026-02-28T10:00:59.123456+01:00', '2026-02-28T10:00:59.123456+01:00'],
    ['boolean', 'true', 'true'],
    ['text', ' a ', ' a '],
    ['choice', 'uno', 'uno'],
  ] as const)('takes a %s: %s', (type, given, value) => {
    expect(readParameter(parameter('a', { type, options: ['uno'] }), given)).toEqual({ value })
  })
  it.each([
    ['integer', '1.5'],
    ['integer', '1e3'],
    ['cents', '12,50'],
    ['decimal', '1,5'],
    ['day', '2026-02-30'],
    ['day', 'oggi'],
    ['instant', '2026-02-28'],
    ['instant', '2026-02-30T10:00:00Z'],
    ['instant', '2026-06-31T10:00Z'],
    ['instant', '2026-13-45T99:99Z'],
    ['instant', '2026-02-28T24:00Z'],
    ['instant', '2026-02-28T10:60Z'],
    ['instant', '2026-02-28T10:00+15:00'],
    ['boolean', 'sì'],
    ['choice', 'due'],
  ] as const)('refuses what is no %s: %s', (type, given) => {
    expect(readParameter(parameter('a', { type, options: ['uno'] }), given)).toEqual({
      fault: expect.stringMatching(/\.$/),
    })
  })
  it('takes nothing where nothing is asked, and asks where it is', () => {
    expect(readParameter(parameter('a', { required: false }), ' ')).toEqual({ value: null })
    expect(readParameter(parameter('a'), undefined)).toEqual({ fault: 'Questo parametro è obbligatorio.' })
  })
})
