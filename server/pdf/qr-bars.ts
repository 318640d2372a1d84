import { create } from 'qrcode'

/**
 * A QR code at error level M (required by EPC069-12): its size in modules, and the dark modules as horizontal bars
 * (column, row, length). The caller leaves a quiet zone of four modules.
 */
export function qrBars(text: string): { size: number; bars: [number, number, number][] } {
  const { size, get } = matrixOf(text)
  const bars: [number, number, number][] = []
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const from = column
      while (column < size && get(row, column)) column += 1
      if (column > from) bars.push([from, row, column - from])
    }
  }
  return { size, bars }
}

/** The QR code as an SVG path, one unit per module. */
export function qrPath(text: string): { size: number; path: string } {
  const { size, bars } = qrBars(text)
  return { size, path: bars.map(([x, y, length]) => `M${x} ${y}h${length}v1h-${length}z`).join('') }
}

function matrixOf(text: string) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  return { size: modules.size, get: (row: number, column: number) => modules.get(row, column) === 1 }
}
