import { mjmlTags } from './markup-rules.ts'
import type { Fault } from './placeholders.ts'

/** What MJML, or the last look at what it made, says of a template that cannot be composed, in Italian and with its lines. */
export function whyNotComposed(error: unknown): Fault[] {
  const { message, errors } = error as Error & { errors?: { line?: number; message: string }[] }
  const said = errors?.length ? errors : [{ line: 1, message }]
  return said.map(({ line, message }) => ({ line: line ?? 1, message: inItalian(message) }))
}

function inItalian(message: string): string {
  for (const [said, sentence] of sentences) {
    const found = said.exec(message)
    if (found) return sentence(found[1] ?? '', found[2] ?? '', found[3] ?? '')
  }
  return 'Non si può comporre l’e-mail: guarda come sono annidati i tag.'
}

const sentences: [RegExp, (first: string, second: string, third: string) => string][] = [
  [/^Element (\S+) doesn't exist/, (tag) => `<${tag}> non esiste.`],
  [
    /^(\S+) cannot be used inside (\S+), only inside: (.+)$/,
    (tag, around, within) => `<${tag}> non può stare dentro <${around}>, ma solo dentro: ${usable(within)}.`,
  ],
  [/^Attributes? (.+) (?:is|are) illegal/, (names) => `Qui non si può usare: ${names}.`],
  [/^Attribute (\S+) has invalid value/, (name) => `Il valore di ${name} non si può usare.`],
  [/mj-title/, () => 'Il titolo (mj-title) è vuoto.'],
  [/Parsing failed/, () => 'Non è MJML: comincia con <mjml> e finisce con </mjml>.'],
  [/^<(\S+)> in a compiled mail/, (tag) => `<${tag}> non si può usare.`],
  [/^(\S+) of <(\S+)> in a compiled mail/, (name, tag) => `${name} di <${tag}> non si può usare.`],
]

/** Of a list of MJML's own tags, those that a template may contain. */
const usable = (names: string) =>
  names
    .split(', ')
    .filter((name) => mjmlTags.has(name))
    .join(', ')
