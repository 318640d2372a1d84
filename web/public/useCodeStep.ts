import { useEffect, useRef, useState } from 'react'

/** What an entry of the browser's history keeps of a form that ends with a mailed code: never an account, never a code. */
type Kept = { asked?: boolean; debtor_name?: string }

export const keptInHistory = (): Kept => history.state?.saldoForm ?? {}
const stateWith = (more: Kept) => ({ ...history.state, saldoForm: { ...keptInHistory(), ...more } })
export const keepInHistory = (more: Kept) => history.replaceState(stateWith(more), '')

/**
 * Whether the code has been asked for. It is an entry of the browser's history: Back leads to the step before, with what was typed,
 * and a reload stays at this one. `reopened`: the step was reached by a reload, which lost what is not kept.
 */
export function useCodeStep(): { asked: boolean; reopened: boolean; codeAsked: () => void } {
  const [asked, setAsked] = useState(() => keptInHistory().asked === true)
  const [reopened] = useState(asked)
  const page = useRef(location.hash)
  useEffect(() => {
    const read = () => setAsked(keptInHistory().asked === true)
    addEventListener('popstate', read)
    return () => removeEventListener('popstate', read)
  }, [])
  const codeAsked = () => {
    // The answer came after another page was opened.
    if (location.hash !== page.current) return
    if (!keptInHistory().asked) history.pushState(stateWith({ asked: true }), '')
    setAsked(true)
  }
  return { asked, reopened, codeAsked }
}
