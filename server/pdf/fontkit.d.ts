/** The part of fontkit that we use; the package has no types. Lengths are in font units. */
declare module 'fontkit' {
  export type Glyph = { advanceWidth: number }
  export type GlyphRun = {
    glyphs: Glyph[]
    positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[]
    advanceWidth: number
  }
  export type Font = {
    hasGlyphForCodePoint(codePoint: number): boolean
    layout(text: string, features?: string[] | Record<string, boolean>): GlyphRun
  }
  export function create(bytes: Uint8Array): Font
}
