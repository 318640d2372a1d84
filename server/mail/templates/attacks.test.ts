import fc from 'fast-check'
import { parse } from 'parse5'
import { describe, expect, it } from 'vitest'
import { fillTemplate } from '../fill-template.ts'
import { checkTemplate } from './check-template.ts'
import { cleanHtml } from './clean-html.ts'
import { compileTemplate } from './compile-template.ts'
import type { MergeTags } from './placeholders.ts'
import { refuseUnsafe, structureOf } from './refuse-unsafe.ts'

const tags: MergeTags = {
  amount: { kind: 'text', label: 'Importo', example: '1 €' },
  words: { kind: 'lines', label: 'Parole', example: 'a\nb' },
  url: { kind: 'url', label: 'Link', example: 'https://saldo.example/' },
  bills: { kind: 'list', label: 'Bollette', of: { number: { kind: 'text', label: 'Numero', example: '1' } } },
}
const mjml = (inner: string, head = '') =>
  `<mjml>${head}<mj-body><mj-section><mj-column>${inner}</mj-column></mj-section></mj-body></mjml>`
const check = (
  source: string,
  of: { kind?: 'mjml' | 'html'; subject?: string; plain?: string | null } = {},
) => checkTemplate({ kind: 'mjml', subject: 'Oggetto', plain: null, source, ...of }, tags)

describe('a template in MJML is refused with', () => {
  it.each([
    ['a script', '<mj-text><script>x()</script></mj-text>'],
    ['a script in a raw part', '<mj-raw><script>x()</script></mj-raw>'],
    ['an SVG that runs', '<mj-text><svg onload="x()"></svg></mj-text>'],
    ['an event handler', '<mj-text><b onclick="x()">a</b></mj-text>'],
    ['an event handler of MJML', '<mj-button onclick="x()">a</mj-button>'],
    ['a frame', '<mj-text><iframe src="https://a.example"></iframe></mj-text>'],
    ['an object', '<mj-text><object data="a"></object></mj-text>'],
    ['a form', '<mj-text><form action="https://a.example"><input></form></mj-text>'],
    ['a style sheet', '<mj-text><style>@import "https://a.example"</style></mj-text>'],
    ['a link to a style sheet', '<mj-text><link rel="stylesheet" href="https://a.example/x.css"></mj-text>'],
    ['a base', '<mj-text><base href="https://a.example"></mj-text>'],
    ['a redirect', '<mj-text><meta http-equiv="refresh" content="0;url=https://a.example"></mj-text>'],
    ['a link that runs', '<mj-button href="javascript:x()">a</mj-button>'],
    ['a link that runs, in disguise', '<mj-text><a href="java&#115;cript:x()">a</a></mj-text>'],
    ['a document as a link', '<mj-text><a href="data:text/html,<script>x()</script>">a</a></mj-text>'],
    ['a picture of others', '<mj-image src="https://spia.example/p.gif" />'],
    ['a picture of the server’s own network', '<mj-text><img src="http://169.254.169.254/latest"></mj-text>'],
    ['a picture without scheme', '<mj-text><img src="//spia.example/p.gif"></mj-text>'],
    ['a file', '<mj-image src="file:///etc/passwd" />'],
    ['an SVG as a picture', '<mj-image src="data:image/svg+xml;base64,PHN2Zz4=" />'],
    ['a background of others', '<mj-text css-class="a" background-url="https://spia.example">a</mj-text>'],
    ['a style that fetches', '<mj-text><p style="background:url(https://spia.example)">a</p></mj-text>'],
    [
      'a style that fetches, escaped',
      '<mj-text><p style="background:u\\72l(https://spia.example)">a</p></mj-text>',
    ],
    [
      'a second declaration in an attribute',
      '<mj-text color="red;background:url(https://spia.example)">a</mj-text>',
    ],
    ['a file to include', '<mj-include path="/etc/passwd" />'],
    ['a file to include, by an address', '<mj-include path="http://169.254.169.254/latest" type="html" />'],
    ['a file to include in plain HTML', '<mj-text><include path="/etc/passwd"></include></mj-text>'],
    [
      'a picture for each size',
      '<mj-image src="data:image/png;base64,AAAA" srcset="https://spia.example 2x" />',
    ],
    ['a picture of the server itself', '<mj-image src="http://127.0.0.1:5432/" />'],
    ['a picture by a value', '<mj-image src="{{url}}" />'],
    ['a background of a section', '<mj-text><table background="https://spia.example"></table></mj-text>'],
    ['a cursor that fetches', '<mj-text><p style="cursor:url(https://spia.example),auto">a</p></mj-text>'],
    [
      'an image set that fetches',
      '<mj-text><p style="background:image-set(&quot;https://spia.example&quot; 1x)">a</p></mj-text>',
    ],
    [
      'pictures of a carousel',
      '<mj-carousel><mj-carousel-image src="https://spia.example/p.gif" /></mj-carousel>',
    ],
    [
      'icons of others',
      '<mj-social><mj-social-element name="facebook" href="https://a.example" /></mj-social>',
    ],
    [
      'words for Outlook alone',
      '<mj-text><!--[if mso]><img src="https://spia.example"><![endif]--></mj-text>',
    ],
    ['CDATA', '<mj-text><![CDATA[<script>x()</script>]]></mj-text>'],
    ['a value as a tag', '<mj-text><{{amount}}></mj-text>'],
    ['a value as an attribute', '<mj-text><b {{amount}}>a</b></mj-text>'],
    ['a value as an attribute without quotes', '<mj-text><a href={{url}}>a</a></mj-text>'],
    ['a value that is no link in href', '<mj-text><a href="{{amount}}">a</a></mj-text>'],
    ['a value inside an address', '<mj-text><a href="https://a.example/{{amount}}">a</a></mj-text>'],
    ['a value in a style', '<mj-text><p style="color:{{amount}}">a</p></mj-text>'],
    ['an unknown value', '<mj-text>{{password}}</mj-text>'],
    ['a value of a record outside its list', '<mj-text>{{number}}</mj-text>'],
    ['a list as a value', '<mj-text>{{bills}}</mj-text>'],
    ['a list that is not closed', '<mj-text>{{#bills}}a</mj-text>'],
    ['a prototype’s property', '<mj-text>{{constructor}}</mj-text>'],
    ['half a placeholder', '<mj-text>{{amount</mj-text>'],
  ])('%s', async (_what, inner) => {
    expect((await check(mjml(inner)))?.source?.[0]?.line).toBe(1)
  })
  it('a font, a style sheet or attributes for all from elsewhere', async () => {
    for (const head of [
      '<mj-head><mj-font name="x" href="https://spia.example/x.css" /></mj-head>',
      '<mj-head><mj-style>@import "https://spia.example"</mj-style></mj-head>',
      '<mj-head><mj-attributes><mj-image src="https://spia.example" /></mj-attributes></mj-head>',
      '<mj-head><mj-html-attributes><mj-selector path="a"><mj-html-attribute name="onclick">x</mj-html-attribute></mj-selector></mj-html-attributes></mj-head>',
    ])
      expect(await check(mjml('<mj-text>a</mj-text>', head)), head).not.toBeNull()
  })
  it.each([
    'x\nBcc: tutti@example.it',
    'x\r\nBcc: y',
    'x\u2028y',
    '{{#bills}}{{number}}{{/bills}}',
    '{{url}}',
    '{{words}}',
  ])('the subject %j', async (subject) =>
    expect((await check(mjml('<mj-text>a</mj-text>'), { subject }))?.subject).toBeDefined(),
  )
})

describe('uploaded HTML', () => {
  it.each([
    '<script>x()</script>a',
    '<p onclick="x()">a</p>',
    '<a href="javascript:x()">a</a>',
    '<a href=" jav&#x0A;ascript:x()">a</a>',
    '<img src="https://spia.example/p.gif" srcset="https://spia.example 2x">',
    '<table background="https://spia.example"><tr><td>a</td></tr></table>',
    '<p style="background:url(https://spia.example)">a</p>',
    '<style>@import url(https://spia.example)</style>',
    '<svg><style><img src=x onerror=x()></style></svg>',
    '<math><mtext><table><mglyph><style><img src=x onerror=x()></style></mglyph></table></mtext></math>',
    '<noscript><p title="</noscript><img src=x onerror=x()>"></noscript>',
    '<!--[if mso]><img src="https://spia.example"><![endif]-->',
    '<form action="https://spia.example"><input name="password"></form>',
    '<iframe srcdoc="<script>x()</script>"></iframe>',
    '<meta http-equiv="refresh" content="0;url=https://spia.example">',
    '<base href="https://spia.example/"><link rel="stylesheet" href="x.css">',
  ])('loses what is unsafe: %s', async (source) => {
    const { html } = cleanHtml(source)
    expect(html).not.toMatch(/script|onclick|onerror|spia|<style|<svg|<form|<iframe|<meta|<base|<link|<!--/i)
    await expect(compileTemplate({ kind: 'html', subject: 'x', source, plain: null })).resolves.toBeDefined()
  })
})

it('the last look refuses what got through', () => {
  for (const html of [
    '<script></script>',
    '<p onclick="x">',
    '<img src="https://a.example">',
    '<a href="javascript:x">',
    '<style>a{b:url(x)}</style>',
    '<p style="background:url(x)">',
    '<meta http-equiv="refresh" content="0">',
  ])
    expect(() => refuseUnsafe(`<body>${html}</body>`), html).toThrow('in a compiled mail')
})

describe('whatever the values are', () => {
  const source = mjml(
    '<mj-text>{{amount}} {{lines:words}} <b title="{{amount}}">x</b></mj-text><mj-button href="{{url}}">{{amount}}</mj-button><mj-text>{{#bills}}<i>{{number}}</i>{{/bills}}</mj-text>',
  )
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(
      '"><img src=x onerror=x()>',
      "' onmouseover='x()",
      '</b><script>',
      '{{url}}',
      '{{#bills}}',
      '-->',
      '\r\nBcc: a@b',
      ']]>',
      '&lt;',
    ),
  )
  it('nothing that a value says is a link, a tag, or a placeholder', async () => {
    const compiled = await compileTemplate({
      kind: 'mjml',
      subject: 'S {{amount}}',
      source,
      plain: 'T {{amount}}\n{{url}}',
    })
    const secret = 'https://saldo.example/segreto'
    const fill = (value: string) =>
      fillTemplate(compiled, {
        ...{ amount: value, words: value, url: secret, bills: [{ number: value }] },
        ...{ office_logo: [], office_closing: [] },
      })
    for (const value of [
      '{{url}}',
      '{{lines:url}}',
      '{{#bills}}{{url}}{{/bills}}',
      '{{#bills}}',
      '{{{{url}}}}',
    ]) {
      const mail = fill(value)
      expect(mail.subject).toBe(`S ${value}`)
      expect(mail.text).toBe(`T ${value}\n${secret}`)
      // Once, where the template has its button.
      expect(mail.html.split(secret)).toHaveLength(2)
      expect(mail.html).toContain(`title="${value}"`)
    }
    for (const value of [
      'javascript:alert(1)',
      'data:text/html,<script>x()</script>',
      'https://spia.example',
    ])
      expect([...fill(value).html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([secret])
    for (const value of ['x\r\nBcc: tutti@example.it', 'x\u2028Bcc: y', 'x\u0085y', 'x\u0000y'])
      expect(fill(value).subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
  })
  it('the mail has the same structure, one line of subject, and every word in its place', async () => {
    const compiled = await compileTemplate({
      kind: 'mjml',
      subject: 'S {{amount}}',
      source,
      plain: 'T {{amount}}\n{{url}}',
    })
    const branding = { office_logo: [], office_closing: [] }
    const fill = (amount: string, words: string, number: string, path: string) =>
      fillTemplate(compiled, {
        amount,
        words,
        url: `https://saldo.example/${path}`,
        bills: [{ number }],
        ...branding,
      })
    const expected = structureOf(fill('a', 'b', 'c', 'd').html)
    fc.assert(
      fc.property(anything, anything, anything, anything, (amount, words, number, path) => {
        const mail = fill(amount, words.replace(/[\r\n]/g, ''), number, path)
        expect(structureOf(mail.html)).toEqual(expected)
        expect(mail.subject).not.toMatch(/[\r\n]/)
        expect(mail.text.split('\n')).toHaveLength(2)
        expect(() => parse(mail.html)).not.toThrow()
      }),
      { numRuns: 150 },
    )
  })
})
