import type { Migration } from './migrations.ts'

/**
 * Reads each object's comment from the migrations: the comment on the lines directly above it. Keys are those of
 * `commentKey`. If an object is defined again, the last comment counts.
 */
export function readComments(migrations: Migration[]): Map<string, string[]> {
  const comments = new Map<string, string[]>()
  for (const { text } of migrations) readText(text, comments)
  return comments
}

export const commentKey = {
  table: (name: string) => name,
  /** A column or a constraint. */
  column: (table: string, name: string) => `${table}.${name}`,
  view: (name: string) => name,
  index: (name: string) => `index ${name}`,
  policy: (table: string, name: string) => `policy ${table}.${name}`,
  function: (name: string) => `${name}()`,
}

function readText(text: string, comments: Map<string, string[]>): void {
  let above: string[] = []
  let inBlock = false
  let table: string | null = null
  for (const line of text.split('\n')) {
    const comment = inBlock || /^\s*(--|\/\*)/.test(line)
    if (comment) {
      above.push(wordsOf(line))
      inBlock = (inBlock || /^\s*\/\*/.test(line)) && !line.includes('*/')
      continue
    }
    const key = table ? columnOf(line, table) : objectOf(line)
    if (key && above.length > 0) comments.set(key, above)
    above = []
    table = tableAfter(line, table)
  }
}

const wordsOf = (line: string) =>
  line
    .replace(/^\s*(--|\/\*)? ?/, '')
    .replace(/\s*\*\/\s*$/, '')
    .trimEnd()

function objectOf(line: string): string | null {
  const [, kind, name = '', rest = ''] =
    /^create (?:or replace )?(?:unique )?(table|view|index|policy|function|aggregate) (\w+)(.*)/.exec(line) ??
    []
  if (kind === 'index') return commentKey.index(name)
  if (kind === 'policy') return commentKey.policy(/ on (\w+)/.exec(rest)?.[1] ?? '', name)
  if (kind === 'function' || kind === 'aggregate') return commentKey.function(name)
  return kind ? name : null
}

function columnOf(line: string, table: string): string | null {
  const [, name] = /^ {2}(?:constraint |add column )?(\w+)/.exec(line) ?? []
  return name ? commentKey.column(table, name) : null
}

/** The table whose columns the following lines list, or none. */
function tableAfter(line: string, table: string | null): string | null {
  const begun = /^(?:create|alter) table (\w+)( \()?$/.exec(line)?.[1]
  if (begun) return begun
  return /^\)?;|;$/.test(line) ? null : table
}
