import { useComputedColorScheme } from '@mantine/core'
import { HalfMoon, SunLight } from 'iconoir-react'
import { Suspense } from 'react'
import plain from '../ui/buttons/PlainButton.module.css'
import { Icon } from '../ui/icons/Icon.tsx'
import { lazyWithRetry } from '../ui/lazy-with-retry.ts'
import { usePopup } from '../ui/overlay/usePopup.ts'

const load = () => import('./AppearanceChoices.tsx')
const AppearanceChoices = lazyWithRetry(load)

/** Menu of the appearance: light, dark or as the system, and the row height of lists (`rows`). */
export function AppearanceMenu({ rows = false }: { rows?: boolean }) {
  const dark = useComputedColorScheme('light') === 'dark'
  const { trigger, popup } = usePopup('menu', load)
  return (
    <>
      <button type="button" className={plain.plain} aria-label="Aspetto" title="Aspetto" {...trigger}>
        <Icon of={dark ? SunLight : HalfMoon} />
      </button>
      {popup && (
        <Suspense>
          <AppearanceChoices popup={popup} rows={rows} />
        </Suspense>
      )}
    </>
  )
}
