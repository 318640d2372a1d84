import { useMantineColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import { usePreferences } from '../ui/theme/preferences.ts'

/** Keeps the page in the chosen theme, and the user's preferences the same wherever they sign in. */
export function useSyncedPreferences(user_id: number) {
  const { theme } = usePreferences()
  const { setColorScheme } = useMantineColorScheme()
  useEffect(() => setColorScheme(theme === 'system' ? 'auto' : theme), [theme, setColorScheme])
  useEffect(() => {
    const left = new AbortController()
    void import('../session/sync-preferences.ts').then(({ syncPreferences }) => {
      if (!left.signal.aborted) left.signal.addEventListener('abort', syncPreferences(user_id))
    })
    return () => left.abort()
  }, [user_id])
}
