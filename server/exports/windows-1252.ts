/** The characters of the bytes 0x80 to 0x9f; five of these bytes have none. */
const high = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
const bytes = new Map([...high].flatMap((sign, at) => (/\p{Cc}/u.test(sign) ? [] : [[sign, 0x80 + at]])))

const byteOf = (sign: string): number | undefined => {
  const code = sign.codePointAt(0) as number
  return code < 0x80 || (code >= 0xa0 && code <= 0xff) ? code : bytes.get(sign)
}

/**
 * The text in Windows-1252, and how many of its characters that charset does not have. Such a character is written as its
 * letters without accents (`ő` as `o`), else as `?`: the caller tells the person.
 */
export function encodeWindows1252(text: string): { bytes: Buffer; replaced: number } {
  const written: number[] = []
  let replaced = 0
  for (const sign of text.normalize('NFC')) {
    const byte = byteOf(sign)
    if (byte !== undefined) {
      written.push(byte)
      continue
    }
    replaced += 1
    const plain = [...sign.normalize('NFKD').replace(/\p{M}/gu, '')].map(byteOf)
    written.push(
      ...(plain.length > 0 && plain.every((each) => each !== undefined) ? (plain as number[]) : [0x3f]),
    )
  }
  return { bytes: Buffer.from(written), replaced }
}
