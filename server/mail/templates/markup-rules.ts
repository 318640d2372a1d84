/*
 * What a template may contain. Only what is listed is let through, in MJML and in HTML: nothing that runs, nothing that is
 * fetched from anywhere, nothing that sends what a reader types.
 */

/** Tags of HTML, also inside the texts of MJML. */
export const htmlTags: ReadonlySet<string> = new Set(
  `a abbr b blockquote br caption center code col colgroup dd del div dl dt em font h1 h2 h3 h4 h5 h6 hr i img ins li
  ol p pre s small span strong strike sub sup table tbody td tfoot th thead tr u ul`.split(/\s+/),
)

/** Tags of MJML. There is no mj-include, mj-style, mj-font, mj-html-attributes, and nothing that needs pictures of others. */
export const mjmlTags: ReadonlySet<string> = new Set(
  `mjml mj-head mj-body mj-attributes mj-all mj-class mj-title mj-preview mj-breakpoint mj-wrapper mj-section mj-group
  mj-column mj-text mj-button mj-image mj-divider mj-spacer mj-table mj-raw`.split(/\s+/),
)

/** Those of MJML whose content is HTML. */
export const holdsHtml: ReadonlySet<string> = new Set(['mj-text', 'mj-button', 'mj-table'])

const attributes: ReadonlySet<string> = new Set(
  `align alt background-color bgcolor border border-bottom border-collapse border-color border-left border-radius border-right
  border-spacing border-style border-top border-width cellpadding cellspacing class color cols colspan
  container-background-color css-class dir direction face fluid-on-mobile font-family font-size font-style font-weight
  full-width height href inner-background-color inner-border inner-border-radius inner-padding lang letter-spacing
  line-height max-height max-width mj-class name nowrap padding padding-bottom padding-left padding-right padding-top rel
  role rowspan size span src start style table-layout target text-align text-decoration text-padding text-transform title
  type valign vertical-align width`.split(/\s+/),
)

/**
 * Why an attribute is refused, as an Italian sentence; null: it is fine. Which placeholders are links is in `check-links.ts`.
 */
export function whyNotAttribute(name: string, value: string): string | null {
  const lower = name.toLowerCase()
  if (!attributes.has(lower)) return `L’attributo ${name} non si può usare.`
  if (lower === 'href') return whyNotHref(value)
  if (lower === 'src') return isOwnPicture(value) ? null : pictures
  if (lower === 'alt' || lower === 'title') return null
  if (value.includes('{{')) return `Nell’attributo ${name} non ci può essere un segnaposto.`
  return isPlainStyle(value, lower === 'style') ? null : `Il valore di ${name} non si può usare.`
}

const pictures =
  'Le immagini stanno dentro l’e-mail: src accetta solo data:image/png o data:image/jpeg, mai un indirizzo.'

/** A link that we make, or a written address. A value that is part of an address could lead elsewhere. */
function whyNotHref(value: string): string | null {
  if (/^\{\{\w+\}\}$/.test(value)) return null
  if (value.includes('{{')) return 'In href sta un solo segnaposto, e nient’altro.'
  return /^(https:\/\/[\w.-]+\.[a-z]{2,}(?:[/?#][^\s"'<>\\]*)?|mailto:[^\s"'<>\\?&]+|tel:\+?[\d ]+)$/i.test(
    value,
  )
    ? null
    : 'Un link comincia con https://, mailto: o tel:.'
}

/** The most of one picture inside a template: it is stored with each mail. */
export const mostPictureChars = 40_000
const isOwnPicture = (value: string): boolean =>
  value.length <= mostPictureChars && /^data:image\/(png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/.test(value)

/** Sizes, colours and names. Nothing that fetches, nothing that escapes, and no second declaration where there is one. */
export const isPlainStyle = (value: string, declarations: boolean): boolean =>
  (declarations ? /^[\w\s#%.,:;()'!+/-]*$/ : /^[\w\s#%.,:()'!+/-]*$/).test(value.replaceAll('"', "'")) &&
  !/url|image|src|expression|behavio|import|binding|var\s*\(|attr\s*\(|position|content\s*:/i.test(value)
