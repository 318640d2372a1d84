import styles from './Chip.module.css'

const tones = {
  new: 'success',
  nuovo: 'success',
  novità: 'success',
  updated: 'warning',
  aggiornato: 'warning',
  deprecated: 'black',
  deprecato: 'black',
} as const
export type ChipWord = keyof typeof tones

/** A chip that says how old something is: new (green), updated (warning), deprecated (black); specification §9. */
export const Chip = ({ word }: { word: ChipWord }) => (
  <span className={styles.chip} data-tone={tones[word]}>
    {word}
  </span>
)
