import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { png } from '../testing/png.ts'
import { whyNotPicture } from './picture.ts'
import { openSheet } from './sheet.ts'

const jpeg = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffc0000b080002000301011100ffda0008010100003f00aaffd9',
  'hex',
)

describe('whyNotPicture', () => {
  it('accepts a PNG with transparency and a JPEG', () => {
    expect(whyNotPicture(png())).toBeNull()
    expect(whyNotPicture(jpeg)).toBeNull()
  })

  it('refuses other files, SVG too, whatever their names say', () => {
    for (const text of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '%PDF-1.7', '', 'GIF89a'])
      expect(whyNotPicture(Buffer.from(text))).toContain('PNG o JPEG')
  })

  it('refuses a PNG that lacks pixels, is interlaced, or is too large', () => {
    expect(whyNotPicture(png({ rows: 1 }))).toContain('rovinata')
    expect(whyNotPicture(png({ interlaced: 1 }))).toContain('interlacciata')
    expect(whyNotPicture(png({ width: 5_000, rows: 0 }))).toContain('pixel')
  })

  it('refuses every PNG and JPEG that was cut off, and a PNG in which a byte was changed', () => {
    const whole = png()
    for (const picture of [whole, jpeg])
      for (let length = 3; length < picture.length; length += 1)
        expect([length, whyNotPicture(picture.subarray(0, length))]).not.toEqual([length, null])
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const changed = Buffer.from(whole)
        changed[at] = (changed[at] as number) ^ by
        expect(whyNotPicture(changed)).not.toBeNull()
      }),
    )
  })

  it('what it accepts can be drawn', async () => {
    for (const picture of [png(), jpeg]) {
      const sheet = openSheet({ title: 'Prova', author: 'Prova', day: '2026-01-01' })
      sheet.picture(picture, { x: 50, y: 50, width: 100, height: 40 }, 'Logo')
      expect((await sheet.finish()).length).toBeGreaterThan(500)
    }
  })
})
