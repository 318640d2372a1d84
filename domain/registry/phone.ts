/** Whether a text can be a telephone number: 5 to 15 digits (ITU-T E.164), with a leading + and blanks, dots, dashes, brackets. */
export function isPhone(text: string): boolean {
  const digits = text.replace(/[\s().\-/]/g, '')
  return /^\+?\d{5,15}$/.test(digits)
}
export const notAPhone = 'Scrivi solo il numero, per esempio 055 123 4567.'
