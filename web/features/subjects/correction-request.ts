type Office = { business_name: string; email: string | null; phone: string | null }

/** A mail to the office that asks to correct what residents cannot change themselves; null when it has no address. */
export function correctionRequest(nominative: string, { business_name, email }: Office): string | null {
  if (!email) return null
  const subject = `Correzione dei miei dati: ${nominative}`
  const body = [
    `Buongiorno ${business_name},`,
    '',
    'nella mia scheda in Saldo vi chiedo di correggere:',
    '',
    '- Nome e cognome: ',
    '- Codice fiscale: ',
    '- E-mail per le bollette: ',
    '',
    'Grazie,',
    nominative,
  ].join('\r\n')
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}
