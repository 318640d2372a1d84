import * as fields from '@saldo/contract/fields'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { inputSentence, valueAt } from './input-sentence.ts'

const said = (schema: z.ZodType, value: unknown) => {
  const input = value === undefined ? {} : { field: value }
  const issue = z.object({ field: schema }).safeParse(input).error?.issues[0]
  return issue && inputSentence(issue, valueAt(input, issue.path))
}

const ids = z.preprocess((text) => String(text).split(','), z.array(z.coerce.number().int()))

describe('a value that is refused', () => {
  it.each([
    ['nothing', z.number(), undefined, 'Questo campo è obbligatorio.'],
    ['nothing for a number in an address', z.coerce.number(), undefined, 'Questo campo è obbligatorio.'],
    ['null', z.string(), null, 'Questo campo è obbligatorio.'],
    ['a word for a number', z.number(), 'x', 'Scrivi un numero.'],
    ['a word for an id', z.coerce.number().int(), 'abc', 'Scrivi un numero.'],
    ['no id among those of an address', ids, '1,x', 'Scrivi un numero.'],
    ['a fraction', z.number().int(), 1.5, 'Scrivi un numero intero.'],
    ['a number for a text', z.string(), 5, 'Questo valore non è valido.'],
    ['a number for a text of ours', fields.text(80), 5, 'Questo valore non è valido.'],
    ['no text of ours', fields.text(80), undefined, 'Questo campo è obbligatorio.'],
    ['a word for yes or no', z.boolean(), 'x', 'Questo valore non è valido.'],
    ['a long text', z.string().max(3), 'abcd', 'Testo troppo lungo: al massimo 3 caratteri.'],
    ['a short text', z.string().min(3), 'a', 'Testo troppo corto: almeno 3 caratteri.'],
    ['a large number', z.number().max(3), 4, 'Valore troppo grande.'],
    ['a small number', z.number().min(3), 2, 'Valore troppo piccolo.'],
    ['a name that is not known', z.strictObject({}), { x: 1 }, 'Questo parametro non esiste.'],
    ['a long list', z.array(z.string()).max(1), ['a', 'b'], 'Troppi elementi: al massimo 1.'],
  ])('%s', (_what, schema, value, sentence) => expect(said(schema, value)).toBe(sentence))
})
