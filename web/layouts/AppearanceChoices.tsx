import { Menu } from '@mantine/core'
import { AnchoredMenu } from '../ui/overlay/Anchored.tsx'
import type { Popup } from '../ui/overlay/usePopup.ts'
import { type Preferences, setPreferences, usePreferences } from '../ui/theme/preferences.ts'

const themes: Record<Preferences['theme'], string> = {
  system: 'Come il dispositivo',
  light: 'Chiaro',
  dark: 'Scuro',
}
const densities: Record<Preferences['density'], string> = { wide: 'Righe ampie', compact: 'Righe strette' }

/** Choices of theme and row height. */
export default function AppearanceChoices({ popup, rows }: { popup: Popup; rows: boolean }) {
  const chosen = usePreferences()
  return (
    <AnchoredMenu popup={popup} width={200}>
      <Choices
        name="Tema"
        words={themes}
        chosen={chosen.theme}
        onChoose={(theme) => setPreferences({ theme: theme as Preferences['theme'] })}
      />
      {rows && (
        <Choices
          name="Elenchi"
          words={densities}
          chosen={chosen.density}
          onChoose={(density) => setPreferences({ density: density as Preferences['density'] })}
        />
      )}
    </AnchoredMenu>
  )
}

function Choices({
  name,
  words,
  chosen,
  onChoose,
}: {
  name: string
  words: Record<string, string>
  chosen: string
  onChoose: (value: string) => void
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a menu
    <div role="group" aria-label={name}>
      <Menu.Label>{name}</Menu.Label>
      <Menu.RadioGroup value={chosen} onChange={onChoose}>
        {Object.entries(words).map(([value, word]) => (
          <Menu.RadioItem key={value} value={value} closeMenuOnClick={false}>
            {word}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </div>
  )
}
