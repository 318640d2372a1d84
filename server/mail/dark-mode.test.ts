import { describe, expect, it } from 'vitest'
import { withDarkMode } from './dark-mode.ts'

describe('a built-in mail on a dark screen', () => {
  const html = withDarkMode('<html><head></head><body class="letter"></body></html>')

  it('says that it has colours of its own there', () => {
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).toContain('@media (prefers-color-scheme: dark)')
  })

  it('has text that can be read on its ground: at least 4.5 to 1', () => {
    const [, ground = ''] = /background-color: (#[0-9a-f]{6})/.exec(html) ?? []
    const texts = [...html.matchAll(/(?<![-\w])color: (#[0-9a-f]{6})/g)].map(([, color]) => color as string)
    expect(texts.length).toBeGreaterThan(5)
    for (const color of texts) expect(contrast(color, ground), color).toBeGreaterThanOrEqual(4.5)
  })
})

/** WCAG 2.2, of two colours `#rrggbb`. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
