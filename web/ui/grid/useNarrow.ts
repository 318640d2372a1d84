import { useMediaQuery } from '@mantine/hooks'

/**
 * `cards`: below 640 px rows become cards. `flows`: on narrow or low screens (a desktop at 400 %) the whole page
 * scrolls, because a scrolling frame around the list would be too small.
 */
export function useNarrow() {
  const cards = useMediaQuery('(max-width: 639.9px)', undefined, { getInitialValueInEffect: false })
  const low = useMediaQuery('(max-height: 479.9px)', undefined, { getInitialValueInEffect: false })
  return { cards: cards === true, flows: cards === true || low === true }
}
