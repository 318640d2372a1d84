/**
 * What a mail can say in a place of its template. `text`: escaped, on one line. `lines`: may have line breaks, kept by
 * `{{lines:name}}`. `url`: a link that we made; it alone may stand in an `href`. `picture`: an image of ours. `list`:
 * records, each with values of its own.
 */
export type TagKind = 'text' | 'lines' | 'url' | 'picture' | 'list'
export type MergeTag =
  | { kind: 'text' | 'lines' | 'url'; label: string; example: string }
  | { kind: 'picture'; label: string }
  | { kind: 'list'; label: string; of: Record<string, MergeTag> }
export type MergeTags = Record<string, MergeTag>

/** Something in a template that is refused: where, and why, as an Italian sentence. */
export type Fault = { line: number; message: string }

export type Placeholder = {
  form: 'value' | 'lines' | 'begin' | 'end'
  name: string
  /** The list around it, by its block. */
  within: string | null
  offset: number
}

/** The number of the line, from 1, on which a character stands. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

/** Every `{{…}}` of a text, in order; what is none of the four forms is a fault. */
export function readPlaceholders(text: string): { found: Placeholder[]; faults: Fault[] } {
  const found: Placeholder[] = []
  const faults: Fault[] = []
  let within: { name: string; offset: number } | null = null
  const fault = (offset: number, message: string) => faults.push({ line: lineAt(text, offset), message })
  for (const match of text.matchAll(/\{\{(?:(lines:|#|\/)?(\w+)\}\})?/g)) {
    const [whole, mark, name] = match
    const offset = match.index
    if (name === undefined) {
      fault(offset, `«${shown(text, offset)}» non è un segnaposto: si scrive {{nome}}.`)
      continue
    }
    if (mark === '#') {
      if (within)
        fault(offset, `${whole} sta dentro {{#${within.name}}}: un elenco non ne contiene un altro.`)
      found.push({ form: 'begin', name, within: null, offset })
      within = { name, offset }
    } else if (mark === '/') {
      if (within?.name !== name) fault(offset, `${whole} chiude un elenco che qui non è aperto.`)
      found.push({ form: 'end', name, within: null, offset })
      within = null
    } else found.push({ form: mark ? 'lines' : 'value', name, within: within?.name ?? null, offset })
  }
  if (within) fault(within.offset, `{{#${within.name}}} non è chiuso: manca {{/${within.name}}}.`)
  return { found, faults }
}

/** The faults of a template's placeholders: unknown ones, and those that are used as something else than they are. */
export function checkPlaceholders(text: string, tags: MergeTags): Fault[] {
  const { found, faults } = readPlaceholders(text)
  const all = found.flatMap((placeholder) => {
    const message = whyNot(placeholder, tags)
    return message ? [{ line: lineAt(text, placeholder.offset), message }] : []
  })
  return [...faults, ...all].sort((a, b) => a.line - b.line)
}

function whyNot({ form, name, within }: Placeholder, tags: MergeTags): string | null {
  const tag = tagOf(tags, name, within)
  if (form === 'begin' || form === 'end') {
    if (tag?.kind === 'list') return null
    return tag ? `{{${name}}} non è un elenco.` : `L’elenco {{#${name}}} non c’è in questa e-mail.`
  }
  if (!tag) return `Il segnaposto {{${name}}} non c’è in questa e-mail.`
  if (tag.kind === 'list') return `{{${name}}} è un elenco: si scrive {{#${name}}} … {{/${name}}}.`
  if (form === 'lines' && tag.kind !== 'lines')
    return `{{lines:${name}}} non ha più righe: scrivi {{${name}}}.`
  return null
}

/** Placeholders in an `href` that are no links of ours: a value could lead anywhere. */
export function checkLinks(source: string, tags: MergeTags): Fault[] {
  const { found } = readPlaceholders(source)
  return found.flatMap(({ form, name, within, offset }) => {
    const isLink = tagOf(tags, name, within)?.kind === 'url'
    if (isLink || form === 'begin' || form === 'end' || !/href\s*=\s*["']?$/i.test(source.slice(0, offset)))
      return []
    return [{ line: lineAt(source, offset), message: `{{${name}}} non è un link: in href non si può usare.` }]
  })
}

/** The tag that a name means, inside the block of a list or outside. */
export function tagOf(tags: MergeTags, name: string, within: string | null): MergeTag | undefined {
  const list = within !== null && Object.hasOwn(tags, within) ? tags[within] : undefined
  if (list?.kind === 'list' && Object.hasOwn(list.of, name)) return list.of[name]
  return Object.hasOwn(tags, name) ? tags[name] : undefined
}

const shown = (text: string, offset: number) => text.slice(offset, offset + 24).split(/[\r\n]/)[0]
