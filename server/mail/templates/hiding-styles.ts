/** Declarations of an element by name; its attributes that mean the same are among them. */
export type Style = Partial<Record<string, string>>

export function styleOf({ attrs }: { attrs: readonly { name: string; value: string }[] }): Style {
  const style: Style = {}
  const important = new Set<string>()
  for (const { name, value } of attrs) {
    if (name === 'bgcolor') style['background-color'] = value.trim().toLowerCase()
    if (name === 'color') style.color = value.trim().toLowerCase()
  }
  for (const declaration of attrs
    .find(({ name }) => name === 'style')
    ?.value.toLowerCase()
    .split(';') ?? []) {
    const [named = '', ...values] = declaration.split(':')
    const name = named.trim()
    const [said = '', priority] = values.join(':').split('!')
    if (said.trim() === '' || (important.has(name) && priority === undefined)) continue
    if (priority !== undefined) important.add(name)
    style[name] = said.trim()
    const size = name === 'font' && /(?:^|\s)(0|[\d.]+(?:[a-z]+|%))(?=[\s/])/.exec(said)?.[1]
    if (size) style['font-size'] = size
  }
  return style
}

/** The least size of text, and height of what contains it, that counts as shown, in px. */
export const leastSize = 6

/** Whether such an element shows nothing of what it contains, whatever that says of itself. */
export const hides = (style: Style): boolean =>
  style.display === 'none' ||
  /^(hidden|collapse)$/.test(style.visibility ?? '') ||
  Number.parseFloat(style.opacity ?? '1') < 0.1 ||
  [style.height, style['max-height']].some((height) => height && inPixels(height, 16) < leastSize) ||
  [style['text-indent'], style['margin-left']].some((indent) => indent && inPixels(indent, 16) < -50)

/** A length in px, with the size of the text around it; what is no length is that size. */
export function inPixels(length: string, around: number): number {
  const number = Number.parseFloat(length)
  const unit = /[a-z%]+$/.exec(length)?.[0] ?? 'px'
  if (Number.isNaN(number)) return around
  return number * (unit === '%' ? around / 100 : (units[unit] ?? around))
}
const units: Partial<Record<string, number>> = { px: 1, pt: 4 / 3, rem: 16, in: 96, cm: 38, mm: 3.8 }

/** White or nearly, or transparent: it cannot be read on white paper. */
export function isPale(color: string): boolean {
  const hex = /^#([\da-f]{3,8})$/.exec(color)?.[1]
  if (hex) return channelsOf(hex).every((channel) => channel >= 0xf0)
  const [, name, inside = ''] = /^(rgb|hsl)a?\((.*)\)$/.exec(color) ?? []
  if (!name) return /^(white|transparent|snow|ivory|whitesmoke|ghostwhite|floralwhite)$/.test(color)
  const [first = 0, second = 0, third = 0, alpha = 1] = inside.split(/[\s,/]+/).map(Number.parseFloat)
  return alpha < 0.1 || (name === 'rgb' ? Math.min(first, second, third) >= 0xf0 : third >= 94)
}

const channelsOf = (hex: string): number[] =>
  hex.length < 6
    ? [...hex.slice(0, 3)].map((digit) => Number.parseInt(digit + digit, 16))
    : [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

/** Whether pale text is read on the ground of such an element; null: it has none of its own. */
export function backs(style: Style): boolean | null {
  const ground = style['background-color'] ?? style.background
  const color = /#[\da-f]+|(?:rgb|hsl)a?\([^)]*\)|[a-z]+/.exec(ground ?? '')?.[0]
  return color === undefined || color === 'none' ? null : !isPale(color)
}
