import { caniemail } from 'caniemail'
import { describe, expect, it } from 'vitest'
import { mails } from '../../../features.ts'
import type { EmailTemplate } from '../../../mail/emails.ts'
import type { MailRecord, MailValues } from '../../../mail/fill-template.ts'
import { renderEmail } from '../../../mail/render-email.ts'
import { samplePicture } from '../../../mail/templates/check-template.ts'
import type { MergeTags } from '../../../mail/templates/placeholders.ts'
import { catalogue } from './catalogue.ts'

/*
 * Every mail as HTML against the data of caniemail.com, for the clients that most readers have. What one of them does not
 * support is an exception with its reason: the mail reads well without it.
 */

const clients = ['gmail.*', 'outlook.*', 'apple-mail.*'] as const

/** What some of the clients do not support, and why the mail may have it. */
const unsupported: Record<string, string> = {
  // Colours on dark screens and the width of columns on phones: inline styles say everything else.
  '<style> element': 'Gmail’s page for phones drops the sheet; the inline styles remain',
  '@media': 'a client without it shows the light colours and one column',
  'Class selector': 'only of the sheet that such a client drops',
  'Chaining selectors': 'only of the sheet that such a client drops',
  'Descendant combinator': 'only of the sheet that such a client drops',
  'ID selector': 'MJML’s reset for Outlook.com; a client without it needs none',
  'Type selector': 'only of the sheet that such a client drops',
  'color-scheme CSS property':
    'Apple Mail alone asks for it; others show the light colours or choose their own',
  'color-scheme meta tag': 'Apple Mail alone asks for it; others show the light colours or choose their own',
  // What MJML writes for one client is of no use to another.
  '<body> element': 'Outlook for Mac makes a division of it',
  outline: 'MJML’s reset of pictures: a linked one has no frame in the clients that draw one',
  'word-spacing': 'the normal one, which is the default',
  'word-break': 'long words run on in Windows Mail',
  'border-radius': 'the button has square corners in Outlook for Windows',
  'table-layout': 'tables are as wide as their words in Outlook for Windows',
  'white-space': 'an amount may break at its blank in Outlook for Windows',
  cursor: 'the button’s arrow is no hand',
  'target attribute': 'mail clients open links in the browser anyway',
  // What is read aloud.
  'aria-label attribute': 'Windows Mail reads the subject aloud instead',
  'role attribute': 'Windows Mail reads the tables of the layout aloud as tables',
  // The words that the list of a mailbox shows after the subject are hidden in the mail, several ways at once.
  'display:none': 'of the words for the mailbox’s list; they have no size and no height either',
  opacity: 'of the words for the mailbox’s list; Outlook hides them by mso-hide',
  'max-height property': 'of the words for the mailbox’s list; Outlook hides them by mso-hide',
  overflow: 'of the words for the mailbox’s list; Outlook hides them by mso-hide',
}

const all = Object.entries(mails) as [EmailTemplate, URL][]

describe('the HTML of mails in Gmail, Outlook and Apple Mail', () => {
  it.each(all)('%s uses only what they support, or can do without', async (template, place) => {
    const { html } = await renderEmail(place, examplesOf(catalogue[template].tags))
    const found = [...unsupportedIn(html).keys()]
    expect(found.filter((feature) => !Object.hasOwn(unsupported, feature))).toEqual([])
    expect(Buffer.byteLength(html), 'Gmail clips a mail of more than 102 kB').toBeLessThan(60_000)
  })

  it('has no exception that no mail needs', async () => {
    const found = new Set<string>()
    for (const [template, place] of all) {
      const { html } = await renderEmail(place, examplesOf(catalogue[template].tags))
      for (const feature of unsupportedIn(html).keys()) found.add(feature)
    }
    expect([...found].sort()).toEqual(Object.keys(unsupported).sort())
  })

  it('notices what a client does not support', () => {
    expect([...unsupportedIn('<p style="display:grid">a</p>').keys()]).toContain('display:grid')
  })

  it.each(all)('%s has one button at most, however many records its lists have', async (template, place) => {
    const { tags } = catalogue[template]
    const { together } = examplesOf(tags)
    // The link that pays all bills at once is there or is not.
    const values = { ...examplesOf(tags, 3), ...(together && { together }) }
    const { html } = await renderEmail(place, values)
    expect(buttonsIn(html)).toBeLessThanOrEqual(1)
  })

  it('notices a button', async () => {
    const { html } = await renderEmail(mails['bill-link'], examplesOf(catalogue['bill-link'].tags))
    expect(buttonsIn(html)).toBe(1)
    expect(buttonsIn(html + html)).toBe(2)
  })

  it.each(all.filter(([template]) => catalogue[template].area !== 'office'))(
    '%s says after its subject what it is about, before anything of the frame',
    async (template, place) => {
      const { subject, html } = await renderEmail(place, examplesOf(catalogue[template].tags))
      const words = html.slice(html.indexOf('<body')).replace(/<[^>]+>/g, ' ')
      const before = words.slice(0, words.indexOf('saldo')).trim()
      expect(before.length).toBeGreaterThan(15)
      expect(before, 'the mailbox shows the subject beside it').not.toBe(subject)
      expect(html.match(/Non è tua\?/g)?.length ?? 0).toBe(forAnybodysBill.includes(template) ? 1 : 0)
    },
  )
})

/** A button as MJML writes it: it alone has a hand of its own. */
const buttonsIn = (html: string) => html.match(/<t[dh][^>]*role="presentation"[^>]*cursor:auto/g)?.length ?? 0

/** Mails that ask for the money of a bill, or say that it was or will be taken: their reader may not be whose bill it is. */
const forAnybodysBill: readonly EmailTemplate[] = [
  'bill-link',
  'reminder',
  'debit-failed',
  'autopay-over-cap',
  'debit-notice',
  'receipt',
]

/** The features that some client does not support, with these clients. */
function unsupportedIn(html: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const [client, issues] of caniemail({ clients: [...clients], html }).issues.errors)
    for (const { title } of issues) found.set(title, (found.get(title) ?? new Set()).add(client))
  return found
}

/** `records`: how many each list has. */
const examplesOf = (tags: MergeTags, records = 1): MailValues => recordOf(tags, records) as MailValues

const recordOf = (tags: MergeTags, records: number): Record<string, MailRecord[string] | MailRecord[]> =>
  Object.fromEntries(
    Object.entries(tags).map(([name, tag]) => [
      name,
      tag.kind === 'list'
        ? Array.from({ length: records }, () => recordOf(tag.of, records) as MailRecord)
        : tag.kind === 'picture'
          ? samplePicture
          : tag.example,
    ]),
  )
