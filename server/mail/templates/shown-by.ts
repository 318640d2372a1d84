import { type DefaultTreeAdapterTypes, parse } from 'parse5'

type Node = DefaultTreeAdapterTypes.ChildNode

/**
 * What a compiled mail shows to its reader: its words, a text between two tags each, and the addresses of its links. What is
 * hidden is no part of it, unless `hidden_too`.
 */
export function shownBy(html: string, hidden_too = false): { words: string[]; links: string[] } {
  const words: string[] = []
  const links: string[] = []
  const visit = (nodes: readonly Node[]) => {
    for (const node of nodes) {
      if (node.nodeName === '#text' && 'value' in node) words.push(node.value)
      if (!('attrs' in node) || node.tagName === 'head' || node.tagName === 'style') continue
      const attributeOf = (name: string) => node.attrs.find((found) => found.name === name)?.value ?? ''
      if (!hidden_too && hides.test(attributeOf('style'))) continue
      if (attributeOf('href')) links.push(attributeOf('href'))
      visit(node.childNodes)
    }
  }
  visit(parse(html).childNodes)
  return { words, links }
}

/** MJML hides the preview by such a style. */
const hides = /display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?![.\d])/i
