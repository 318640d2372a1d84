/** ISO 7064 mod 97-10 over A–Z (10–35) and 0–9; the text is already in the order that its standard asks. */
export function mod97(text: string): number {
  let rest = 0
  for (const character of text) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}
