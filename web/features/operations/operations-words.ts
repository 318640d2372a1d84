import { type CheckGroup, checkGroups, wordsOfCheck } from '@saldo/domain/operations/checks'
import { figureWords } from '@saldo/domain/operations/figure-words'
import type { OperationCheck, Operations } from './operations-query.ts'

/** The checks by group, in the order of the groups; groups without any are left out. */
export const checksByGroup = (checks: readonly OperationCheck[]): [CheckGroup, OperationCheck[]][] =>
  (Object.keys(checkGroups) as CheckGroup[])
    .map((group): [CheckGroup, OperationCheck[]] => [
      group,
      checks.filter(({ code }) => wordsOfCheck(code).group === group),
    ])
    .filter(([, of]) => of.length > 0)

/** *2 guasti, 1 da guardare*; *Tutto a posto* only when every check was asked. */
export function summaryOf({ checks }: Pick<Operations, 'checks'>): string {
  const count = (state: OperationCheck['state']) => checks.filter((check) => check.state === state).length
  const [broken, attention, unknown] = [count('broken'), count('attention'), count('unknown')]
  const said = [
    broken > 0 && (broken === 1 ? '1 guasto' : `${broken} guasti`),
    attention > 0 && `${attention} da guardare`,
    unknown > 0 && (unknown === 1 ? '1 non verificato' : `${unknown} non verificati`),
  ].filter(Boolean)
  if (said.length > 0) return said.join(', ')
  return checks.length === 0 ? '' : 'Tutto a posto'
}

/** *3 da guardare*, *12 % libero*; a dash where there is none. */
export function figureOf({ code, figure }: Pick<OperationCheck, 'code' | 'figure'>): string {
  const { unit, of } = wordsOfCheck(code)
  const said = figureWords(unit, figure)
  return said && [said, of].filter(Boolean).join(' ')
}

/** A part of a figure: *Invio di un’e-mail: 3*, *Conto principale: risponde*. */
export function partOf(code: OperationCheck['code'], part: OperationCheck['parts'][number]): string {
  const said = [figureWords(wordsOfCheck(code).unit, part.figure), part.note].filter(Boolean).join(', ')
  return said ? `${part.name}: ${said}` : part.name
}
