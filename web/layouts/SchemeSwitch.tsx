import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { HalfMoon, SunLight } from 'iconoir-react'
import { IconButton } from '../ui/PlainButton.tsx'

/** Light or dark; until it is used, the system decides. */
export function SchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme('light') === 'dark'
  return (
    <IconButton
      icon={dark ? SunLight : HalfMoon}
      label={dark ? 'Passa al tema chiaro' : 'Passa al tema scuro'}
      onClick={() => setColorScheme(dark ? 'light' : 'dark')}
    />
  )
}
