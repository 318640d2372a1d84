import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

/* One word per thing in what people read, and dialogs that say what their button does. CONTRIBUTING.md, Words, has the list. */

const root = join(import.meta.dirname, '../..')
/** The sources of texts: tests quote the words they look for, imports read those of other people's sheets. */
const files = ['web', 'server', 'domain', 'contract'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|mjml|txt)$/.test(file))
    .filter((file) => !/(^|\/)(node_modules|dist|testing)\/|\.test\.tsx?$/.test(file))
    .map((file) => join(folder, file)),
)

/** `file: what was found`, for each find of `pattern`. */
const finds = (pattern: RegExp): string[] =>
  files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map(([found]) => `${file}: ${found}`),
  )

describe('a text that people read', () => {
  it.each([
    ['link', /\bcollegament[oi]\b/gi],
    ['studio', /\b(?:del tuo|il tuo|dell’|l’)ufficio\b(?! postale)/gi],
    ['collaboratore, collaboratori', /\bsottoutent[ei]\b/g],
    ['insoluto, riaccredito', /\btorna(?:to|ti|no)? indietro senza|\baddebit[oi] tornat[oi] indietro\b/gi],
    ['in transito', /'in viaggio|'In viaggio/g],
  ])('says %s', (_, other) => {
    expect(finds(other)).toEqual([])
  })

  it('as the title of a dialog is an imperative, no question in the infinitive', () => {
    expect(finds(/\btitle(?:=|: )[{"'`]+[A-Z]\p{Ll}+(?:are|ere|ire)\b[^"'`]*/gu)).toEqual([])
  })
})
