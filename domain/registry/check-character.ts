/** The value of a character at an odd position (counted from 1), indexed by its usual value: 0–9, or A=0…Z=25. */
const oddValues = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
]

/**
 * The letter that closes Italian codes: the CIN over the 22 characters ABI + CAB + account, and the last
 * letter of a codice fiscale over the 15 before it (DM 23 December 1976). `text` holds A–Z and 0–9 only.
 */
export function checkCharacter(text: string): string {
  let sum = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    const value = code < 65 ? code - 48 : code - 65
    sum += index % 2 === 0 ? (oddValues[value] ?? 0) : value
  }
  return String.fromCharCode(65 + (sum % 26))
}
