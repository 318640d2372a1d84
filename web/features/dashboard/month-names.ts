const at = (month: string) => new Date(`${month}-15T00:00:00Z`)
const long = new Intl.DateTimeFormat('it-IT', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const short = new Intl.DateTimeFormat('it-IT', { month: 'short', timeZone: 'UTC' })

/** `2026-09` → `settembre 2026` */
export const longMonth = (month: string) => long.format(at(month))
/** `2026-09` → `Set` */
export const shortMonth = (month: string) => capital(short.format(at(month)))

/** `lunedì 21 settembre` → `Lunedì 21 settembre` */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
