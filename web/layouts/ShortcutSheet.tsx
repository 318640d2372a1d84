import { Switch } from '@mantine/core'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { useOpenAfterMount } from '../ui/overlay/useOpenAfterMount.ts'
import { registeredShortcuts } from '../ui/shortcuts.ts'
import { setPreferences, usePreferences } from '../ui/theme/preferences.ts'
import styles from './ShortcutSheet.module.css'

/** All keyboard shortcuts of this page, by section. */
export default function ShortcutSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { single_keys } = usePreferences()
  return (
    <Dialog opened={useOpenAfterMount(opened)} title="Scorciatoie da tastiera" onClose={onClose}>
      {registeredShortcuts().map(({ name, shortcuts }) => (
        <section key={name} className={styles.section}>
          <h3>{name}</h3>
          <dl>
            {shortcuts.map(({ keys, does }) => (
              <div key={keys}>
                <dt>{does}</dt>
                <dd>
                  <Keys of={keys} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Switch
        className={styles.single}
        label="Tasti senza Ctrl"
        description="Spegnili se detti al computer o se ti capita di premerli per sbaglio."
        checked={single_keys}
        onChange={(event) => setPreferences({ single_keys: event.currentTarget.checked })}
      />
    </Dialog>
  )
}

/** `g b` is two keys in sequence, written as they are pressed; `mod+k` two keys together, as keyboards name them. */
function Keys({ of: keys }: { of: string }) {
  const together = keys.includes('+')
  return keys.split(together ? '+' : ' ').map((key, place) => (
    <span key={key}>
      {place > 0 && (together ? ' + ' : ' poi ')}
      <kbd className={styles.key}>{names[key] ?? (together ? key.toUpperCase() : key)}</kbd>
    </span>
  ))
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
const names: Record<string, string> = {
  mod: isMac ? '⌘' : 'Ctrl',
  alt: isMac ? '⌥' : 'Alt',
  shift: 'Maiusc',
  escape: 'Esc',
  enter: 'Invio',
  space: 'Spazio',
  arrows: '↑ ↓',
  pages: 'Pag ↑ ↓',
  ends: 'Inizio, Fine',
}
