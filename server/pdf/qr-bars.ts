import { create } from 'qrcode'

/**
 * A QR code at error level M (as EPC069-12 asks): how many modules its side has, and its dark ones as horizontal bars of
 * column, row and length. Whoever draws it leaves four modules of white around.
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

/** The same as an SVG path of one unit per module. */
export function qrPath(text: string): { size: number; path: string } {
  const { size, bars } = qrBars(text)
  return { size, path: bars.map(([x, y, length]) => `M${x} ${y}h${length}v1h-${length}z`).join('') }
}

function matrixOf(text: string) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  return { size: modules.size, get: (row: number, column: number) => modules.get(row, column) === 1 }
}
