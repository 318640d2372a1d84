import type { MyOwed } from '@saldo/contract/bills/mybills'
import { createRoot } from 'react-dom/client'
import { adoptSession } from '../../session/expiry/session-end.ts'
import { endFirstHome, firstHomeId } from '../../session/first-home.ts'
import { accessToken, appHeaders } from '../../session/tokens.ts'
import '../../ui/theme/tokens.css'
import { FirstHome } from './FirstHome.tsx'

/*
 * Puts what a resident owes into the first drawing of their home, and only then loads the app: on a phone it is readable a second
 * or two earlier. Whatever goes wrong is left to the app, which says why.
 */
void showOwed()
  .catch(endFirstHome)
  .finally(() => globalThis.saldoLoadApp?.())

async function showOwed(): Promise<void> {
  adoptSession()
  const access = await accessToken()
  const reply = await fetch('/v1/mybills/owed', {
    headers: { ...appHeaders, authorization: `Bearer ${access}` },
    signal: AbortSignal.timeout(5000),
  })
  if (!reply.ok) return
  const owed = (await reply.json()) as MyOwed
  globalThis.saldoFirstHome = { access, owed, at: Date.now() }
  const place = document.getElementById(firstHomeId)
  if (!place) return
  place.replaceChildren()
  createRoot(place).render(<FirstHome owed={owed} />)
  // After the next frame the figure is on screen.
  await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))
}
