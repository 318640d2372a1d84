import { Parser } from 'htmlparser2'
import { holdsHtml, htmlTags, mjmlTags, whyNotAttribute } from './markup-rules.ts'
import {
  checkLinks,
  checkPlaceholders,
  type Fault,
  lineAt,
  type MergeTags,
  readPlaceholders,
} from './placeholders.ts'

/**
 * The faults of a template in MJML: what is not on the lists (markup-rules.ts), and placeholders that are unknown or stand
 * where a value cannot. MJML itself checks how its tags are nested. Read by the parser that MJML reads with, by its
 * options; what comes out is checked again (refuse-unsafe.ts).
 */
export function checkMjml(source: string, tags: MergeTags): Fault[] {
  const faults: Fault[] = [...checkPlaceholders(source, tags), ...checkLinks(source, tags)]
  const open: string[] = []
  let attributes: [name: string, value: string, quoted: boolean][] = []
  const fault = (message: string) => faults.push({ line: lineAt(source, parser.startIndex), message })
  const inHtml = () => open.some((tag) => holdsHtml.has(tag))
  const parser: Parser = new Parser(
    {
      onattribute: (name, value, quote) => attributes.push([name, value, quote === '"' || quote === "'"]),
      onopentag: (tag) => {
        if (!(inHtml() ? htmlTags : mjmlTags).has(tag))
          fault(`<${tag}> non si può usare${inHtml() ? ' in un testo' : ''}.`)
        for (const [name, value, quoted] of attributes) {
          const why = whyNotAttribute(name, value)
          if (why) fault(why)
          else if (!quoted && value !== '') fault(`Il valore di ${name} va fra virgolette.`)
        }
        attributes = []
        open.push(tag)
      },
      onclosetag: () => {
        open.pop()
      },
      ontext: (text) => {
        const at = open.at(-1)
        if (text.includes('<')) fault('Il segno < nel testo si scrive &lt;.')
        if (
          at === 'mj-raw' &&
          readPlaceholders(text).found.some(({ form }) => form !== 'begin' && form !== 'end')
        )
          fault('In mj-raw stanno solo l’inizio e la fine di un elenco.')
        if (at === 'mj-raw' && text.replace(/\{\{[#/]\w+\}\}/g, '').trim() !== '')
          fault('In mj-raw stanno solo l’inizio e la fine di un elenco.')
      },
      oncomment: (text) => {
        if (inHtml() || open.includes('mj-raw') || /\[|\{\{|<|-->/.test(text))
          fault('Qui non ci può essere un commento.')
      },
      onprocessinginstruction: () => fault('Questa dichiarazione non si può usare.'),
      oncdatastart: () => fault('CDATA non si può usare.'),
    },
    {
      recognizeCDATA: true,
      decodeEntities: false,
      recognizeSelfClosing: true,
      lowerCaseAttributeNames: false,
    },
  )
  parser.write(source)
  parser.end()
  return sorted(faults)
}

const sorted = (faults: Fault[]) => {
  const lines = new Map(faults.map((fault) => [`${fault.line} ${fault.message}`, fault]))
  return [...lines.values()].sort((a, b) => a.line - b.line)
}
