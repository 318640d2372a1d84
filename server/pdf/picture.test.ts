import { crc32, deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { whyNotPicture } from './picture.ts'
import { openSheet } from './sheet.ts'

const chunk = (kind: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
/** A PNG with an alpha channel, the kind that PDFKit unpacks. */
const png = (of: { width?: number; height?: number; rows?: number; interlaced?: number } = {}) => {
  const { width = 3, height = 2, rows = height, interlaced = 0 } = of
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, interlaced], 8)
  const pixels = Buffer.alloc((width * 4 + 1) * rows)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
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
