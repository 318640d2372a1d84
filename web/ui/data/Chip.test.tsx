import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Chip, type ChipWord } from './Chip.tsx'

it.each([
  ['success', ['new', 'nuovo', 'novità']],
  ['warning', ['updated', 'aggiornato']],
  ['black', ['deprecated', 'deprecato']],
] as const)('chip colours: %s says how old something is', (tone, words) => {
  for (const word of words as readonly ChipWord[])
    expect(renderToStaticMarkup(<Chip word={word} />)).toContain(`data-tone="${tone}"`)
})
