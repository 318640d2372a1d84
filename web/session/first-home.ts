import type { MyOwed } from '@saldo/contract/bills/mybills'

/*
 * The first drawing of a resident's home: `start.ts` shows it beside the empty app, `public/home` puts the figure into it, and the
 * app takes over the session and the figure, and removes it.
 */

/** What the first drawing has asked for already. `access`: an access token; `at`: milliseconds since 1970. */
type FirstHome = { access: string; owed: MyOwed; at: number }

declare global {
  var saldoFirstHome: FirstHome | undefined
  /** Loads the app; it does nothing the second time. */
  var saldoLoadApp: (() => void) | undefined
}

/** The element of the first drawing, before that of the app. */
export const firstHomeId = 'first-home'

/** Shows the app instead. Cheap: call it whenever the app has something to show. */
export function endFirstHome(): void {
  document.getElementById(firstHomeId)?.remove()
  const app = document.getElementById('root')
  if (app) app.hidden = false
}
