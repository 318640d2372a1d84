import { useMediaQuery } from '@mantine/hooks'

/**
 * `cards`: under 640 px rows become cards. `flows`: on small or low screens (a desktop at 400 %) the whole page
 * scrolls, since a frame around the list would leave no room for it.
 */
export function useNarrow() {
  const cards = useMediaQuery('(max-width: 639.9px)', undefined, { getInitialValueInEffect: false })
  const low = useMediaQuery('(max-height: 479.9px)', undefined, { getInitialValueInEffect: false })
  return { cards: cards === true, flows: cards === true || low === true }
}
