import { BankFileRefused } from '../bank-file.ts'

/** An element as the reader hands it out: local name, line of its start tag, text without blanks around. */
export type XmlElement = {
  name: string
  line: number
  attributes: Record<string, string>
  text: string
  children: XmlElement[]
}

/**
 * The one element at `path` (`Acct/Id/IBAN`) below `element`, null if there is none. Refuses the file if there are two:
 * reading the first would drop the second without a word.
 */
export function elementAt(element: XmlElement, path: string): XmlElement | null {
  let at: XmlElement | null = element
  for (const name of path.split('/')) {
    if (at === null) return null
    const found: XmlElement[] = at.children.filter((child) => child.name === name)
    if (found.length > 1)
      throw new BankFileRefused(
        `Il dato <${name}> è scritto due volte nello stesso punto. ${askAgain}`,
        found[1]!.line,
      )
    at = found[0] ?? null
  }
  return at
}

/** All children of this name, in the order of the file. */
export const elementsAt = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === name)

/** The text at `path`; null if the element is missing or empty. */
export const textAt = (element: XmlElement, path: string): string | null =>
  elementAt(element, path)?.text || null

/** The element at `path`; refuses the file, at the line of `element`, if it is missing. */
export function requiredElement(element: XmlElement, path: string): XmlElement {
  const found = elementAt(element, path)
  if (found === null) throw missing(element, path)
  return found
}

/** The text at `path`; refuses the file if it is missing or empty. */
export function requiredText(element: XmlElement, path: string): string {
  const text = textAt(element, path)
  if (text === null) throw missing(element, path)
  return text
}

export const askAgain = 'Scarica di nuovo il file dalla banca senza modificarlo.'

const missing = (element: XmlElement, path: string): BankFileRefused =>
  new BankFileRefused(`Manca il dato <${path}> dentro <${element.name}>. ${askAgain}`, element.line)
