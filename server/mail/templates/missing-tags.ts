import { fillTemplate, type MailRecord, type MailValues } from '../fill-template.ts'
import { samplePicture } from './check-template.ts'
import { compileTemplate, type TemplateSource } from './compile-template.ts'
import type { MergeTags } from './placeholders.ts'
import { shownBy } from './shown-by.ts'

/**
 * The tags without which a mail is of no use (`name`, or `list.name`), and which its HTML or its own text part does not show.
 * A text part that is made from the HTML shows what that does.
 */
export async function missingTags(
  template: TemplateSource,
  tags: MergeTags,
  needs: readonly string[],
): Promise<{ source: string[]; plain: string[] }> {
  const { html, text } = fillTemplate(await compileTemplate(template), marked(tags))
  const { text: seen, links } = shownBy(html)
  const shown = [seen, ...links].join('\n')
  return {
    source: needs.filter((name) => !shown.includes(markOf(name))),
    plain: template.plain === null ? [] : needs.filter((name) => !text.includes(markOf(name))),
  }
}

/** A tag as a template writes it. */
export function written(name: string): string {
  const [outer, inner] = name.split('.')
  return inner === undefined ? `{{${outer}}}` : `{{#${outer}}} … {{${inner}}} … {{/${outer}}}`
}

const markOf = (name: string) => `§${name}§`

/** A mark of its own for each value; each list has one record. */
function marked(tags: MergeTags): MailValues {
  const values: MailValues = {}
  for (const [name, tag] of Object.entries(tags))
    if (tag.kind === 'list') values[name] = [markedRecord(name, tag.of)]
    else if (tag.kind !== 'picture') values[name] = markOf(name)
  return values
}

function markedRecord(list: string, of: MergeTags): MailRecord {
  const record: MailRecord = {}
  for (const [name, tag] of Object.entries(of))
    record[name] = tag.kind === 'picture' ? samplePicture : markOf(`${list}.${name}`)
  return record
}
