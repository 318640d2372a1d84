import { isUtf8 } from 'node:buffer'

/** UTF-8 if all bytes are valid, else Windows-1252, which Italian programs write; UTF-16 is Excel's "Unicode text". */
export function encodingOf(file: Buffer): 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be' {
  if (file[0] === 0xff && file[1] === 0xfe) return 'utf-16le'
  if (file[0] === 0xfe && file[1] === 0xff) return 'utf-16be'
  return isUtf8(file) ? 'utf-8' : 'windows-1252'
}

/**
 * Whether accented letters are of another encoding, such as that of DOS programs: in Windows-1252 their bytes are signs
 * that never follow a letter, and no accented letter of Windows-1252 is in the file.
 */
export function hasUnknownLetters(file: Buffer): boolean {
  let unknown = false
  for (let at = 1; at < file.length; at++) {
    const byte = file[at]!
    if (byte < 0x80 || !isLetter(file[at - 1]!)) continue
    if (byte >= 0xc0) return false
    unknown ||= DOS_VOWELS.has(byte)
  }
  return unknown
}
const isLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a
/** é à è ì ò ù. */
const DOS_VOWELS: ReadonlySet<number> = new Set([0x82, 0x85, 0x8a, 0x8d, 0x95, 0x97])
