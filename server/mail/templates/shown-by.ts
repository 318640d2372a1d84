import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { backs, hides, inPixels, isPale, leastSize, type Style, styleOf } from './hiding-styles.ts'

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

/** What an element hands down to what it contains: size of its text in px, whether that is pale, and on a ground of its own. */
type Look = { size: number; pale: boolean; backed: boolean }

/**
 * Returns the text and the link addresses of a compiled mail that its reader can see. Each block is a line of the text. Hidden
 * elements, and links that contain nothing visible, are left out unless `hidden_too`.
 */
export function shownBy(html: string, hidden_too = false): { text: string; links: string[] } {
  const links: string[] = []
  const textOf = (nodes: readonly Node[], look: Look): string =>
    nodes
      .map((node) => {
        if (node.nodeName === '#text' && 'value' in node) return hidden_too || isSeen(look) ? node.value : ''
        if (!('attrs' in node) || node.tagName === 'head' || node.tagName === 'style') return ''
        return textOfElement(node, look)
      })
      .join('')
  const textOfElement = (element: Element, around: Look): string => {
    const style = styleOf(element)
    if (!hidden_too && hides(style)) return ''
    const text = textOf(element.childNodes, lookOf(style, around))
    const href = element.attrs.find(({ name }) => name === 'href')?.value
    if (href && (hidden_too || text.trim() !== '' || hasPicture(element))) links.push(href)
    return inline.has(element.tagName) ? text : `\n${text}\n`
  }
  const text = textOf(parse(html).childNodes as Node[], { size: 16, pale: false, backed: false })
  return { text, links }
}

const inline: ReadonlySet<string> = new Set(
  'a abbr b code del em font i ins s small span strike strong sub sup u'.split(' '),
)

const isSeen = ({ size, pale, backed }: Look) => size >= leastSize && (backed || !pale)

const lookOf = (style: Style, around: Look): Look => ({
  size: style['font-size'] === undefined ? around.size : inPixels(style['font-size'], around.size),
  pale: style.color === undefined ? around.pale : isPale(style.color),
  backed: backs(style) ?? around.backed,
})

const hasPicture = (element: Element): boolean =>
  element.childNodes.some(
    (node) => 'tagName' in node && ((node.tagName === 'img' && !hides(styleOf(node))) || hasPicture(node)),
  )
