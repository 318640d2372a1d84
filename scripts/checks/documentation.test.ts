import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, matchesGlob } from 'node:path'
import { nounNames } from '@saldo/domain/audit/audit-words'
import { describe, expect, it } from 'vitest'
import { takenKinds } from '../../server/testing/sample-input.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const skipped = /(^|\/)(node_modules|dist|\.git|\.saldo|test-results)(\/|$)/

/** Every file of the repository, relative to its root. */
const files = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
  .filter((file) => !skipped.test(file))
const markdown = files.filter((file) => file.endsWith('.md'))

describe('links in Markdown', () => {
  const links = markdown.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(
      ([, path = '', anchor]) => ({ file, path, anchor }),
    ),
  )
  it.each(links)('$file: $path#$anchor', ({ file, path, anchor }) => {
    const target = path === '' ? file : join(dirname(file), path)
    expect(existsSync(join(root, target)), target).toBe(true)
    if (anchor) expect(anchorsOf(target)).toContain(anchor)
  })
})

/** The anchors that GitHub makes from headings. */
const anchorsOf = (file: string) =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

describe('docs/decisions', () => {
  const decisions = files.filter((file) => /^docs\/decisions\/\d{4}-.+\.md$/.test(file)).sort()
  it('are numbered without gaps', () => {
    expect(decisions.map((file) => Number(basename(file).slice(0, 4)))).toEqual(
      decisions.map((_file, index) => index + 1),
    )
  })
  it.each(decisions)('%s has its number, a date and a status', (file) => {
    const number = Number(basename(file).slice(0, 4))
    expect(read(file)).toMatch(
      new RegExp(
        `^# ${number}\\. .+\\n\\n- Date: \\d{4}-\\d\\d-\\d\\d.*\\n- Status: (proposed|accepted|superseded by .+)\\n`,
      ),
    )
  })
  it.each(decisions)('%s is listed in the table', (file) => {
    expect(read('docs/decisions/README.md')).toContain(`(${basename(file)})`)
  })
})

describe('docs/architecture.md and the README of each feature', () => {
  const pages = markdown.filter(
    (file) => file === 'docs/architecture.md' || matchesGlob(file, 'server/features/*/README.md'),
  )
  const named = pages.flatMap((file) =>
    [...read(file).matchAll(/`([\w./-]+\.(?:tsx?|mjs|sql|mjml))`/g)].map(([, path = '']) => ({ file, path })),
  )
  it.each(named)('$file names $path, which exists', ({ path }) => {
    expect(files.filter((file) => `/${file}`.endsWith(`/${path}`))).not.toEqual([])
  })
})

describe('docs/glossary.md', () => {
  const rows = [...read('docs/glossary.md').matchAll(/^\| ([^|]+) \| ([^|]+) \| [^|]+ \|$/gm)]
  /** Each term by itself: `credit_note` does not stand for a note. */
  const onScreen = new Set(rows.flatMap(([, italian = '']) => italian.split(/[,:()]/).map(stemsOf)))
  const inCode = new Set(
    rows.flatMap(([, , english = '']) =>
      english
        .replaceAll('-', '')
        .split(/[^\w ]+/)
        .map(singular),
    ),
  )

  const labels = files
    .filter((file) => matchesGlob(file, 'web/features/*/feature.ts'))
    .flatMap((file) => [...read(file).matchAll(/label: '([^']+)'/g)].map(([, label = '']) => label))
  it('has rows, and the sections have labels', () => {
    expect(rows.length).toBeGreaterThan(100)
    expect(labels.length).toBeGreaterThan(40)
  })
  it.each([...new Set([...labels, ...Object.values(nounNames)])])(
    'has the label %s (menu, tab or audit log) in its first column',
    (label) => {
      expect(onScreen, `no row of the glossary has the term “${label}”: add one`).toContain(stemsOf(label))
    },
  )
  it.each(takenKinds())('has the kind of record %s in its second column', (kind) => {
    expect(inCode, `no row of the glossary has the kind ${kind}: add it`).toContain(singular(kind))
  })
})

const singular = (term: string) => term.trim().toLowerCase().replaceAll(' ', '_').replace(/s$/, '')

const articles = ['degli', 'della', 'delle', 'dello']
/** The words of an Italian term without the last vowels: singular and plural are the same. */
const stemsOf = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 3 && !articles.includes(word))
    .map((word) => word.replace(/[aeiou]+$/, ''))
    .join(' ')

describe('the settings that README.md writes into a file', () => {
  const [, block = ''] = /```sh\n(DATABASE_URL=[\s\S]*?)```/.exec(read('README.md')) ?? []
  const settings = [...block.matchAll(/^(\w+)='(.*)'$/gm)].map(([, name = '', value = '']) => ({
    name,
    value,
  }))
  it('are all in single quotes', () => {
    expect(settings).toHaveLength(block.split('\n').filter((line) => /^\w/.test(line)).length)
    expect(settings.length).toBeGreaterThan(8)
  })
  it.each(settings)('$name is read by a shell as it stands', ({ name, value }) => {
    const env = { PATH: process.env.PATH }
    expect(execFileSync('sh', ['-c', `${block}\nprintf %s "$${name}"`], { env, encoding: 'utf8' })).toBe(
      value,
    )
  })
})

describe('CONTRIBUTING.md, Where is …?', () => {
  const table = read('CONTRIBUTING.md').split('## Where is …?')[1]?.split('\n## ')[0] ?? ''
  const rows = [...table.matchAll(/^\| (Where [^|]+\?) \| `([^|]+)` \| `([^|]+)` \| `([^|]+)` \|$/gm)].map(
    ([, question = '', pattern = '', folder = '', answer = '']) => ({ question, pattern, folder, answer }),
  )
  it('has the questions', () => {
    expect(rows.length).toBeGreaterThanOrEqual(10)
  })
  it.each(rows)('$question', ({ pattern, folder, answer }) => {
    const found = grep(new RegExp(pattern, 'i'), folder)
    expect(found.filter((file) => matchesGlob(basename(file), answer))).not.toEqual([])
    expect(found.length).toBeLessThanOrEqual(20)
  })
})

/** Source files under `folder` with a line that matches, tests left out. */
const grep = (pattern: RegExp, folder: string) =>
  files
    .filter((file) => file.startsWith(`${folder}/`) && /\.(?:tsx?|sql)$/.test(file))
    .filter((file) => !/\.(?:test|spec)\.tsx?$/.test(file))
    .filter((file) =>
      read(file)
        .split('\n')
        .some((line) => pattern.test(line)),
    )
