import { fold } from '@saldo/domain/fold'

/**
 * The field of balances whose header says which sign a debt has: `Saldo (- a debito)`, `Saldo (negativo se deve)` hold
 * balances below zero for those who owe, `Saldo (+ a debito, - a credito)` debts. Null: the header says nothing, or two things.
 */
export function signInHeader(header: string): 'opening_balance' | 'opening_debt' | null {
  const words = fold(header)
  const inBrackets = [...words.matchAll(/\(([^)]*)\)/g)].map(([, text]) => text).join(' ; ')
  const said = [
    ...pairs(inBrackets, '[-+−–]', '(?=$|[\\s,;])'),
    ...pairs(words, '\\b(?:negativ|positiv)[oi]\\b', ''),
  ].map(([sign, word]) => /^(?:[-−–]|neg)/.test(sign) === /^(?:deb|dare|dev|dov)/.test(word))
  const [isBelow, ...others] = said
  if (isBelow === undefined || others.some((each) => each !== isBelow)) return null
  return isBelow ? 'opening_balance' : 'opening_debt'
}

/** The signs of a text with the word that each stands beside. */
function pairs(text: string, sign: string, end: string): [string, string][] {
  const word = '(deb|dare|dev|dov|cred|avere)'
  const first = new RegExp(`(${sign})\\s*(?:(?:=|:|se|per|chi|i|a|in)\\s*)*${word}`, 'g')
  const last = new RegExp(`\\b${word}\\w*\\s*(?:=|:|e|con|in)?\\s*(${sign})${end}`, 'g')
  return [
    ...[...text.matchAll(first)].map(([, one = '', other = '']): [string, string] => [one, other]),
    ...[...text.matchAll(last)].map(([, one = '', other = '']): [string, string] => [other, one]),
  ]
}
