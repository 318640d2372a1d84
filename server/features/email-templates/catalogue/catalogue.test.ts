import { readFile } from 'node:fs/promises'
import { mailKindNames } from '@saldo/domain/mail/mail-kinds'
import { describe, expect, it } from 'vitest'
import { mails } from '../../../features.ts'
import type { EmailTemplate } from '../../../mail/emails.ts'
import { builtInSource } from '../../../mail/render-email.ts'
import { checkTemplate } from '../../../mail/templates/check-template.ts'
import { missingTags } from '../../../mail/templates/missing-tags.ts'
import { readPlaceholders, tagOf } from '../../../mail/templates/placeholders.ts'
import { catalogue, entries } from './catalogue.ts'
import { billTags, brandingTags, officeTags, ownTags } from './tags.ts'

const all = Object.entries(mails) as [EmailTemplate, URL][]

/** Values that a mail has beside those that its built-in files say, each for a reason. */
const unsaid: Partial<Record<EmailTemplate, string[]>> = {
  // `how` says it in a sentence.
  receipt: ['method'],
  // The frame around every mail says it.
  'iban-code': ['who_writes'],
  'one-time-code': ['who_writes'],
  'customer-activated': ['who_writes'],
  'document-invalid': ['who_writes'],
  // Each record has its own.
  reminder: ['pay_one'],
}

describe('the catalogue', () => {
  it('has every mail, each with a number of its own', () => {
    expect(Object.keys(catalogue).sort()).toEqual(all.map(([name]) => name).sort())
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
    expect(Object.keys(mailKindNames).sort()).toEqual(Object.keys(catalogue).sort())
  })

  it.each(all)(
    '%s: declares every tag that its built-in files use, in the right place',
    async (template, place) => {
      const { subject, mjml, plain } = await builtInSource(place)
      const { tags } = catalogue[template]
      expect(await checkTemplate({ kind: 'mjml', subject, source: mjml, plain }, tags)).toBeNull()
    },
  )

  it.each(all)('%s: its built-in files show what the mail exists for', async (template, place) => {
    const { subject, mjml, plain } = await builtInSource(place)
    const { tags, needs, area } = catalogue[template]
    const source = { kind: 'mjml' as const, subject, source: mjml, plain }
    expect(needs).not.toEqual([])
    expect(await missingTags(source, tags, needs)).toEqual({ source: [], plain: [] })
    const own = { url: 'https://saldo.example', access: area === 'access' }
    expect(await checkTemplate(source, tags, own)).toBeNull()
  })

  it.each(all)('%s: its built-in files use every tag of its own', async (template, place) => {
    const files = await Promise.all(
      ['mjml', 'txt'].map((type) => readFile(new URL(`${place.href}.email.${type}`), 'utf8')),
    )
    const { found } = readPlaceholders(files.join('\n'))
    const used = new Set(found.map(({ name, within }) => (within ? `${within}.${name}` : name)))
    const named = new Set(found.map(({ name }) => name))
    const { tags, about } = catalogue[template]
    const facts = {
      ...brandingTags,
      ...(about === 'bill' ? billTags : about === 'office' ? officeTags : ownTags),
    }
    const own = Object.entries(tags).filter(([name, tag]) => (facts as Record<string, unknown>)[name] !== tag)
    const declared = own.flatMap(([name, tag]) =>
      tag.kind === 'list' ? [name, ...Object.keys(tag.of).map((inner) => `${name}.${inner}`)] : [name],
    )
    const left = declared.filter((name) => !used.has(name) && !named.has(name))
    expect(left.filter((name) => !unsaid[template]?.includes(name))).toEqual([])
    for (const { name, within } of found)
      expect(tagOf(tags, name, within), `${template}: ${name}`).toBeDefined()
  })
})
