import { setImmediate } from 'node:timers/promises'
import { SaxesParser } from 'saxes'
import { BankFileRefused } from '../bank-file.ts'
import { decodedXml } from './decode.ts'
import { askAgain, type XmlElement } from './element.ts'
import { SequenceCheck, sequenceOf } from './sequence.ts'

export const xmlLimits = {
  depth: 40,
  /** Characters of one text, and of one tag, comment or other token. */
  text: 20_000,
  token: 256 * 1024,
  /** Elements of the tree that is being built: what is handed out no longer counts. */
  held: 100_000,
}

export type XmlReading = {
  /** The only namespace; another one refuses the file. What `SplmtryData` holds may be of any namespace and is not read. */
  namespace: string
  /** By path from the root (`Document/BkToCstmrStmt/Stmt`): the children in the order of the schema, as in `sequence.ts`. */
  sequences?: Record<string, string>
  /**
   * By path: takes each such element when it ends, as a tree. It is left out of its parent's tree, so that a file of any
   * length is held one element at a time; children come before their parents.
   */
  take: Record<string, (element: XmlElement) => void>
}

/**
 * Reads a whole XML file and hands out the elements that `reading` asks for. Gives the event loop its turn after each
 * piece. Refuses, with the line: what is not well-formed, any DOCTYPE (so no entities), another namespace, a wrong
 * encoding, text between elements, what the sequences do not allow, and depth or lengths beyond `xmlLimits`.
 */
export async function readXml(file: Buffer, reading: XmlReading): Promise<void> {
  const parser = new SaxesParser({ xmlns: true, position: true })
  const builder = new TreeBuilder(reading)
  let line = 1
  let sinceEvent = 0
  const told = () => {
    sinceEvent = 0
  }
  parser.on('error', () => {
    throw new BankFileRefused(
      `Il file è danneggiato o incompleto: la struttura XML non si legge. ${askAgain}`,
      parser.line,
    )
  })
  parser.on('doctype', () => {
    throw new BankFileRefused(
      `Il file contiene una dichiarazione DOCTYPE, che nei file delle banche non c’è. ${askAgain}`,
      parser.line,
    )
  })
  parser.on('opentagstart', () => {
    line = parser.line
  })
  parser.on('opentag', (tag) => {
    told()
    const attributes: Record<string, string> = {}
    for (const { prefix, local, value } of Object.values(tag.attributes))
      if (prefix === '') attributes[local] = value
    builder.open(tag.local, tag.uri, attributes, line)
  })
  parser.on('closetag', () => {
    told()
    builder.close(parser.line)
  })
  parser.on('text', (text) => builder.text(text, parser.line))
  parser.on('cdata', (text) => builder.text(text, parser.line))

  for (const piece of decodedXml(file)) {
    sinceEvent += piece.length
    parser.write(piece)
    if (sinceEvent > xmlLimits.token) throw tooLong(parser.line)
    await setImmediate()
  }
  parser.close()
}

/** The open elements, from the root; what SplmtryData holds is only counted. */
class TreeBuilder {
  readonly #reading: XmlReading
  readonly #root: string | undefined
  readonly #sequences: Map<string, ReturnType<typeof sequenceOf>>
  readonly #open: {
    element: XmlElement
    path: string
    sequence: SequenceCheck | null
    parts: string[]
    length: number
    parent: boolean
  }[] = []
  #held = 0
  /** How many elements are open below (and with) SplmtryData. */
  #supplementary = 0

  constructor(reading: XmlReading) {
    this.#reading = reading
    this.#root = Object.keys(reading.take)[0]?.split('/')[0]
    this.#sequences = new Map(
      Object.entries(reading.sequences ?? {}).map(([path, children]) => [path, sequenceOf(children)]),
    )
  }

  open(name: string, namespace: string, attributes: Record<string, string>, line: number): void {
    const parent = this.#open.at(-1)
    if (this.#open.length + this.#supplementary >= xmlLimits.depth)
      throw new BankFileRefused(`Nel file ci sono troppi elementi uno dentro l’altro. ${askAgain}`, line)
    if (this.#supplementary > 0) {
      this.#supplementary++
      return
    }
    if (namespace !== this.#reading.namespace)
      throw new BankFileRefused(
        `<${name}> appartiene a un altro tipo di messaggio: ci sono due formati nello stesso file. ${askAgain}`,
        line,
      )
    if (parent?.parts.some((part) => part.trim() !== '')) throw mixed(parent.element.name, line)
    parent?.sequence?.meet(name, line)
    if (parent) parent.parent = true
    else if (name !== this.#root) throw unexpectedRoot(name, line)
    if (name === 'SplmtryData') {
      this.#supplementary = 1
      return
    }
    const path = parent ? `${parent.path}/${name}` : name
    const sequence = this.#sequences.get(path)
    const element: XmlElement = { name, line, attributes, text: '', children: [] }
    if (++this.#held > xmlLimits.held)
      throw new BankFileRefused(`Nel file c’è un elemento con troppi dati. ${askAgain}`, line)
    this.#open.push({
      element,
      path,
      sequence: sequence ? new SequenceCheck(name, sequence) : null,
      parts: [],
      length: 0,
      parent: false,
    })
  }

  text(text: string, line: number): void {
    const open = this.#open.at(-1)
    if (this.#supplementary > 0 || !open) return
    if (open.parent && text.trim() !== '') throw mixed(open.element.name, line)
    open.length += text.length
    if (open.length > xmlLimits.text && text.trim() !== '') throw tooLong(line)
    open.parts.push(text)
  }

  close(line: number): void {
    if (this.#supplementary > 0) {
      this.#supplementary--
      return
    }
    const { element, path, sequence, parts } = this.#open.pop()!
    sequence?.end(line)
    element.text = parts.join('').trim()
    const parent = this.#open.at(-1)
    const take = this.#reading.take[path]
    if (take) {
      this.#held -= sizeOf(element)
      take(element)
    } else parent?.element.children.push(element)
  }
}

function sizeOf(element: XmlElement): number {
  return element.children.reduce((sum, child) => sum + sizeOf(child), 1)
}

const mixed = (name: string, line: number): BankFileRefused =>
  new BankFileRefused(`Dentro <${name}> c’è un testo dove non può stare. ${askAgain}`, line)

const tooLong = (line: number): BankFileRefused =>
  new BankFileRefused(`Nel file c’è un testo troppo lungo. ${askAgain}`, line)

const unexpectedRoot = (name: string, line: number): BankFileRefused =>
  new BankFileRefused(`Il file comincia con <${name}>: non è un messaggio che Saldo legge. ${askAgain}`, line)
