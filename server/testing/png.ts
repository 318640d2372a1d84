import { crc32, deflateSync } from 'node:zlib'

const chunk = (kind: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
/** A transparent PNG with an alpha channel, the kind that PDFKit unpacks. */
export const png = (of: { width?: number; height?: number; rows?: number; interlaced?: number } = {}) => {
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
