import { useNavigate } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import type { Granted } from '../session/permissions/page-access.ts'
import type { Variant } from '../session/permissions/variant.ts'
import { lazyWithRetry } from '../ui/lazy-with-retry.ts'
import { type ShortcutSection, useShortcuts } from '../ui/shortcuts.ts'
import { setPreferences, storedPreferences } from '../ui/theme/preferences.ts'
import { menuOf } from './sidebar/menu.ts'

const ShortcutSheet = lazyWithRetry(() => import('./ShortcutSheet.tsx'))

/** Keyboard shortcuts of every page: `?`, `g` and a letter for each menu link, `[` for the sidebar. */
export function KeyboardShortcuts({
  variant,
  granted,
  drawer = false,
}: {
  variant: Variant
  granted?: Granted
  drawer?: boolean
}) {
  const navigate = useNavigate()
  const [sheet, setSheet] = useState<'never' | 'opened' | 'closed'>('never')
  const anywhere = useMemo<ShortcutSection>(() => {
    const own = [{ keys: '?', does: 'Mostra queste scorciatoie', run: () => setSheet('opened') }]
    return {
      name: 'Ovunque',
      shortcuts: drawer ? [...own, { keys: '[', does: 'Riduci o allarga il menu', run: toggleSidebar }] : own,
    }
  }, [drawer])
  const goTo = useMemo<ShortcutSection>(
    () => ({
      name: 'Vai a',
      shortcuts: menuOf(variant, granted)
        .flatMap(({ entries }) => entries)
        .flatMap(({ key, label, to }) =>
          key ? [{ keys: `g ${key}`, does: label, run: () => void navigate({ to }) }] : [],
        ),
    }),
    [variant, granted, navigate],
  )
  useShortcuts(anywhere)
  useShortcuts(goTo)
  return (
    sheet !== 'never' && (
      <Suspense>
        <ShortcutSheet opened={sheet === 'opened'} onClose={() => setSheet('closed')} />
      </Suspense>
    )
  )
}

/** Collapses the sidebar to icons, or expands it. */
export const toggleSidebar = () =>
  setPreferences({ menu: storedPreferences().values.menu === 'open' ? 'icons' : 'open' })
