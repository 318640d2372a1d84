import { Section } from '../../ui/layout/Section.tsx'
import { type Preferences, setPreferences, usePreferences } from '../../ui/theme/preferences.ts'
import styles from './Settings.module.css'

const themes: Record<Preferences['theme'], string> = {
  system: 'Come il dispositivo',
  light: 'Chiaro',
  dark: 'Scuro',
}
const densities: Record<Preferences['density'], string> = { wide: 'Righe ampie', compact: 'Righe strette' }

/** Appearance preferences: applied at once, the same on every device. */
export function AppearanceSection() {
  const chosen = usePreferences()
  return (
    <Section title="Come vedi Saldo">
      <p className={styles.about}>Vale subito, su tutti i tuoi dispositivi.</p>
      <Choices
        name="Tema"
        words={themes}
        chosen={chosen.theme}
        onChoose={(theme) => setPreferences({ theme })}
      />
      <Choices
        name="Elenchi"
        words={densities}
        chosen={chosen.density}
        onChoose={(density) => setPreferences({ density })}
      />
      <fieldset className={styles.choices}>
        <legend>Dashboard</legend>
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={!chosen.first_steps_hidden}
            onChange={(event) => setPreferences({ first_steps_hidden: !event.currentTarget.checked })}
          />
          Primi passi, finché resta qualcosa da fare
        </label>
      </fieldset>
      <fieldset className={styles.choices}>
        <legend>Tastiera</legend>
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={chosen.single_keys}
            onChange={(event) => setPreferences({ single_keys: event.currentTarget.checked })}
          />
          Scorciatoie con un solo tasto
        </label>
      </fieldset>
    </Section>
  )
}

function Choices<V extends string>({
  name,
  words,
  chosen,
  onChoose,
}: {
  name: string
  words: Record<V, string>
  chosen: V
  onChoose: (value: V) => void
}) {
  return (
    <fieldset className={styles.choices}>
      <legend>{name}</legend>
      {(Object.entries(words) as [V, string][]).map(([value, word]) => (
        <label key={value} className={styles.choice}>
          <input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} />
          {word}
        </label>
      ))}
    </fieldset>
  )
}
