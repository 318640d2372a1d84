import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { isPlainStyle } from './markup-rules.ts'

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

/**
 * The last look at a compiled mail, by a parser that reads as browsers do: throws if anything in it runs, is fetched, or
 * sends what is typed. What comes in was checked before, by other parsers; this holds where they disagree.
 */
export function refuseUnsafe(html: string): void {
  for (const element of elementsOf(html)) {
    if (!safeTags.has(element.tagName)) throw new Error(`<${element.tagName}> in a compiled mail`)
    if (element.tagName === 'style' && !isSafeSheet(textOf(element)))
      throw new Error('a style sheet in a compiled mail loads something')
    if (element.tagName === 'meta' && element.attrs.some(({ name, value }) => isRefresh(name, value)))
      throw new Error('a redirect in a compiled mail')
    for (const { name, value } of element.attrs)
      if (!isSafeAttribute(name, value)) throw new Error(`${name} of <${element.tagName}> in a compiled mail`)
  }
}

/** Names of tags and attributes, and values of attributes that show nothing of a value: where values stand, it stays the same. */
export const structureOf = (html: string): string[] =>
  elementsOf(html).map(
    ({ tagName, attrs }) =>
      `${tagName} ${attrs.map(({ name, value }) => (shows.has(name) ? name : `${name}=${value}`)).join(' ')}`,
  )
const shows = new Set(['href', 'alt', 'title', 'aria-label', 'src', 'width', 'height'])

function elementsOf(html: string): Element[] {
  const found: Element[] = []
  const visit = (nodes: readonly Node[]) => {
    for (const node of nodes) {
      if ('tagName' in node) found.push(node)
      if ('content' in node) visit(node.content.childNodes)
      if ('childNodes' in node) visit(node.childNodes)
    }
  }
  visit(parse(html).childNodes)
  return found
}

const textOf = (element: Element) =>
  element.childNodes.map((node) => ('value' in node ? node.value : '')).join('')

/** What MJML makes of what a template may contain. */
const safeTags: ReadonlySet<string> = new Set(
  `html head body title meta style a abbr b blockquote br caption center code col colgroup dd del div dl dt em font h1 h2 h3
  h4 h5 h6 hr i img ins li ol p pre s small span strong strike sub sup table tbody td tfoot th thead tr u ul`.split(
    /\s+/,
  ),
)

const isSafeSheet = (css: string) => !/@import|url\s*\(|expression|behavior|-moz-binding|\\/i.test(css)
const isRefresh = (name: string, value: string) =>
  name === 'http-equiv' && !/^(x-ua-compatible|content-type)$/i.test(value)

function isSafeAttribute(name: string, value: string): boolean {
  if (/^on|^(srcset|action|formaction|background|poster|data|srcdoc|xlink:href|ping|manifest)$/i.test(name))
    return false
  if (name === 'href') return /^(https?:\/\/|mailto:|tel:|\{\{\w+\}\}$)/i.test(value)
  if (name === 'src') return /^(data:image\/(png|jpeg);base64,|cid:logo-[0-9a-f-]{36}$)/.test(value)
  if (name === 'style')
    return isPlainStyle(value.replace(/background-position|position\s*:\s*relative/g, ''), true)
  return true
}
