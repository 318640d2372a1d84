/**
 * Countries of the SEPA schemes (EPC409-09), by the first two letters of their IBANs. A debit or transfer to an account
 * elsewhere is rejected. British islands and French overseas territories have IBANs of GB and FR.
 */
const sepaCountries = new Set(
  // biome-ignore format: keep it as a table
  [
    'AD', 'AL', 'AT', 'BE', 'BG', 'CH', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GB', 'GI', 'GR', 'HR', 'HU', 'IE',
    'IS', 'IT', 'LI', 'LT', 'LU', 'LV', 'MC', 'MD', 'ME', 'MK', 'MT', 'NL', 'NO', 'PL', 'PT', 'RO', 'RS', 'SE', 'SI', 'SK',
    'SM', 'VA',
  ],
)

export const isSepaIban = (iban: string): boolean => sepaCountries.has(iban.slice(0, 2))
