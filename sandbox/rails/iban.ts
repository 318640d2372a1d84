/** The parts of an IBAN. */
export interface IbanParts {
  country: string
  bank_code: string
  branch_code: string | null
  last4: string
}

/** Length, and position of bank and branch (from, to), by country of the SEPA area. */
const shapes: Record<string, { length: number; bank: [number, number]; branch?: [number, number] }> = {
  AT: { length: 20, bank: [4, 9] },
  BE: { length: 16, bank: [4, 7] },
  BG: { length: 22, bank: [4, 8], branch: [8, 12] },
  CH: { length: 21, bank: [4, 9] },
  CY: { length: 28, bank: [4, 7], branch: [7, 12] },
  CZ: { length: 24, bank: [4, 8] },
  DE: { length: 22, bank: [4, 12] },
  DK: { length: 18, bank: [4, 8] },
  EE: { length: 20, bank: [4, 6] },
  ES: { length: 24, bank: [4, 8], branch: [8, 12] },
  FI: { length: 18, bank: [4, 7] },
  FR: { length: 27, bank: [4, 9], branch: [9, 14] },
  GB: { length: 22, bank: [4, 8], branch: [8, 14] },
  GI: { length: 23, bank: [4, 8] },
  GR: { length: 27, bank: [4, 7], branch: [7, 11] },
  HR: { length: 21, bank: [4, 11] },
  HU: { length: 28, bank: [4, 7], branch: [7, 11] },
  IE: { length: 22, bank: [4, 8], branch: [8, 14] },
  IS: { length: 26, bank: [4, 8] },
  IT: { length: 27, bank: [5, 10], branch: [10, 15] },
  LI: { length: 21, bank: [4, 9] },
  LT: { length: 20, bank: [4, 9] },
  LU: { length: 20, bank: [4, 7] },
  LV: { length: 21, bank: [4, 8] },
  MC: { length: 27, bank: [4, 9], branch: [9, 14] },
  MT: { length: 31, bank: [4, 8], branch: [8, 13] },
  NL: { length: 18, bank: [4, 8] },
  NO: { length: 15, bank: [4, 8] },
  PL: { length: 28, bank: [4, 12] },
  PT: { length: 25, bank: [4, 8], branch: [8, 12] },
  RO: { length: 24, bank: [4, 8] },
  SE: { length: 24, bank: [4, 7] },
  SI: { length: 19, bank: [4, 9] },
  SK: { length: 24, bank: [4, 8] },
  SM: { length: 27, bank: [5, 10], branch: [10, 15] },
}

/** Upper case, without blanks. */
export function normalIban(text: string): string {
  return text.replaceAll(/\s/g, '').toUpperCase()
}

/** Reads a normalised IBAN; undefined unless country, length and check digits (ISO 13616, mod 97) are right. */
export function readIban(iban: string): IbanParts | undefined {
  const country = iban.slice(0, 2)
  const shape = shapes[country]
  if (
    !shape ||
    iban.length !== shape.length ||
    !/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban) ||
    !checkDigitsHold(iban)
  )
    return undefined
  return {
    country,
    bank_code: iban.slice(...shape.bank),
    branch_code: shape.branch ? iban.slice(...shape.branch) : null,
    last4: iban.slice(-4),
  }
}

function checkDigitsHold(iban: string): boolean {
  let rest = 0
  for (const sign of iban.slice(4) + iban.slice(0, 4))
    for (const digit of Number.parseInt(sign, 36).toString()) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}
