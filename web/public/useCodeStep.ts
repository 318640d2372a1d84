import { useEffect, useRef, useState } from 'react'
import { asApiError } from './link-api.ts'

/**
 * The part of such a form that an entry of the browser's history stores: when the mailed code expires, and the holder's name. It
 * never stores an IBAN or the code, because others may use the same browser.
 */
type Kept = { code_until?: string | undefined; debtor_name?: string }

export const keptInHistory = (): Kept => history.state?.saldoForm ?? {}
const stateWith = (more: Kept) => ({ ...history.state, saldoForm: { ...keptInHistory(), ...more } })
export const keepInHistory = (more: Kept) => history.replaceState(stateWith(more), '')

const isAtCode = () => Date.parse(keptInHistory().code_until ?? '') > Date.now()

/**
 * Whether the form is at the step of the code. That step is an entry of the browser's history: Back leads to the step before, with
 * what was typed, and a reload stays at it as long as the code is good. `reopened`: a reload led to it, and lost what is not kept.
 */
export function useCodeStep(): {
  asked: boolean
  reopened: boolean
  /** Mails a code and goes to the step. Throws what `mail` throws; if a code was mailed just before, it goes to the step, too. */
  askForCode: (mail: () => Promise<{ expires_at: string }>) => Promise<void>
} {
  const [asked, setAsked] = useState(isAtCode)
  const [reopened, setReopened] = useState(asked)
  const page = useRef(location.hash)
  const until = useRef<string>(undefined)
  useEffect(() => {
    const read = () => setAsked(isAtCode())
    addEventListener('popstate', read)
    return () => removeEventListener('popstate', read)
  }, [])

  const goToCode = () => {
    // The answer came after another page was opened.
    if (location.hash !== page.current) return
    const state = stateWith({ code_until: until.current })
    if (keptInHistory().code_until) history.replaceState(state, '')
    else history.pushState(state, '')
    setReopened(false)
    setAsked(true)
  }
  const askForCode = async (mail: () => Promise<{ expires_at: string }>) => {
    try {
      until.current = (await mail()).expires_at
    } catch (thrown) {
      if (asApiError(thrown).error === 'code_sent') goToCode()
      throw thrown
    }
    goToCode()
  }
  return { asked, reopened, askForCode }
}
