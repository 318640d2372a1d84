import { useMantineColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import { usePreferences } from '../ui/theme/preferences.ts'

/** Applies the chosen theme, and synchronises the user's preferences across browsers. */
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
