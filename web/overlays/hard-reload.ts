/** How to reload past the browser's cache: keys to press together, or steps to take. */
export type HardReload = { system: string; keys: string[][]; steps: string[] }

const pressed = (system: string, ...keys: string[][]): HardReload => ({ system, keys, steps: [] })
const done = (system: string, ...steps: string[]): HardReload => ({ system, keys: [], steps })

/**
 * The hard reload of the user's system, from `navigator.platform`, `userAgent` and the number of touch points: an iPad
 * reports itself as a Mac, but no Mac has a touch screen.
 */
export function hardReload(platform: string, userAgent: string, touchPoints: number): HardReload {
  if (/android/i.test(userAgent))
    return done(
      'Android',
      'Apri il menu del browser (⋮), poi Impostazioni, Privacy e sicurezza.',
      'Tocca Elimina dati di navigazione e scegli solo le immagini e i file nella cache.',
      'Torna qui e ricarica la pagina.',
    )
  if (/iphone|ipad|ipod/i.test(platform + userAgent) || (/^mac/i.test(platform) && touchPoints > 1))
    return done(
      'iPhone e iPad',
      'Apri Impostazioni, poi App, Safari, Avanzate, Dati dei siti web.',
      'Cerca Saldo, scorri verso sinistra e tocca Elimina.',
      'Torna qui e ricarica la pagina.',
    )
  // Safari uses ⌥⌘R, the other browsers ⌘⇧R.
  if (/^mac/i.test(platform)) {
    const safari = /safari/i.test(userAgent) && !/chrom|edg|firefox/i.test(userAgent)
    return safari ? pressed('macOS', ['⌘', '⌥', 'R'], ['⌘', '⇧', 'R']) : pressed('macOS', ['⌘', '⇧', 'R'])
  }
  return pressed(/win/i.test(platform) ? 'Windows' : 'Linux', ['Ctrl', 'Shift', 'R'], ['Ctrl', 'F5'])
}
