import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/**
 * Does what a link asks of the page: `?azione=incasso` opens a dialog. It is taken out of the address at once, so that
 * a reload and the Back button show the page alone. `run` asks for the permission, because anybody can write an address.
 */
export function useAskedAct(name: string, run: () => void) {
  const { azione, ...others } = useSearch({ strict: false }) as Record<string, string>
  const navigate = useNavigate()
  const act = useEffectEvent(() => {
    // The router's types know single routes; this works on any.
    void navigate({ to: '.', replace: true, search: others as never })
    run()
  })
  useEffect(() => {
    if (azione === name) act()
  }, [azione, name])
}
