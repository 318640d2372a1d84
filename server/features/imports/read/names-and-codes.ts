import { mayBeSameName, whyCodeDoesNotFit } from '@saldo/domain/registry/name-and-code'
import type { Complaint } from './row-checks.ts'

type Named = { sheet: string; row: number; holder: string; fiscal_code?: string }
type Doubt = Complaint<'fiscal_code' | 'holder'>

/**
 * Remembers whose name each tax code of the file has. The code decides who a row is about, so a second name would disappear
 * behind the first: `otherName` complains about it.
 */
export function namesByCode() {
  const first = new Map<string, Named>()
  return {
    otherName({ sheet, row, holder, fiscal_code }: Named): Doubt | null {
      if (!fiscal_code) return null
      const before = first.get(fiscal_code)
      if (!before) first.set(fiscal_code, { sheet, row, holder })
      if (!before || mayBeSameName(before.holder, holder)) return null
      const message = `La riga ${before.row} del foglio «${before.sheet}» ha lo stesso codice fiscale per ${before.holder}, questa per ${holder}: correggi il codice o il nome.`
      return { field: 'fiscal_code', code: 'other_name', message }
    },
  }
}

/** Warnings about a code that is probably somebody else's, and about a name that seems to be of two people. */
export function doubtsAboutName({ holder, fiscal_code }: Named): Doubt[] {
  const why = fiscal_code && whyCodeDoesNotFit(holder, fiscal_code)
  const two = TWO_PEOPLE.test(holder)
  return [
    ...(why ? [{ field: 'fiscal_code', code: 'code_name', message: doubts[why] } as const] : []),
    ...(two ? [{ field: 'holder', code: 'code_name', message: TWO } as const] : []),
  ]
}

const doubts = {
  name: 'Questo codice fiscale non corrisponde al nome: ricontrolla che sia di questa persona.',
  company: 'Il nome è di una società, il codice fiscale di una persona: ricontrollalo.',
}
/** `Rossi Mario e Bianchi Anna`, `Rossi Mario / Bianchi Anna`. */
const TWO_PEOPLE = /\p{L}{2,}\s+\p{L}{2,}(?:\s+(?:e|ed|&|\+)\s+|\s*[/;]\s*)\p{L}{2,}\s+\p{L}{2,}/iu
const TWO = 'Qui sembrano due persone: verrebbero lette come una sola. Se sono due, scrivile in due righe.'
