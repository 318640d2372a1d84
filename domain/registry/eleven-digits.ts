/** Luhn over the 11 digits of a partita IVA or of a condominium's codice fiscale; all zeros are invalid. */
export function luhnHolds(digits: string): boolean {
  if (!/^\d{11}$/.test(digits) || /^0+$/.test(digits)) return false
  let sum = 0
  for (let index = 0; index < 11; index++) {
    const digit = Number(digits[index])
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** Digits 8–10 name the tax office that gave the number: 001–100, 120, 121, 888 or 999. */
export function isUnusualOffice(digits: string): boolean {
  const office = Number(digits.slice(7, 10))
  return !((office >= 1 && office <= 100) || [120, 121, 888, 999].includes(office))
}
