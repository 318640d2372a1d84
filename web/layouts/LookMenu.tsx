import { useComputedColorScheme } from '@mantine/core'
import { HalfMoon, SunLight } from 'iconoir-react'
import { Suspense } from 'react'
import { Icon } from '../ui/Icon.tsx'
import { lazily } from '../ui/lazily.ts'
import plain from '../ui/PlainButton.module.css'
import { usePopup } from '../ui/usePopup.ts'

const load = () => import('./LookChoices.tsx')
const LookChoices = lazily(load)

/** How the product looks: light, dark or as the device does, and how tall the rows of lists are (`rows`). */
export function LookMenu({ rows = false }: { rows?: boolean }) {
  const dark = useComputedColorScheme('light') === 'dark'
  const { trigger, popup } = usePopup('menu', load)
  return (
    <>
      <button type="button" className={plain.plain} aria-label="Aspetto" title="Aspetto" {...trigger}>
        <Icon of={dark ? SunLight : HalfMoon} />
      </button>
      {popup && (
        <Suspense>
          <LookChoices popup={popup} rows={rows} />
        </Suspense>
      )}
    </>
  )
}
