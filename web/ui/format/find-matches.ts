import { fold } from '@saldo/domain/fold'

/** Ranges of `text` that match the typed words, ignoring case and accents as the search does. */
export function findMatches(text: string, typed: string): [from: number, to: number][] {
  const letters: string[] = []
  const places: [from: number, to: number][] = []
  let at = 0
  for (const letter of text) {
    // A letter may fold to several letters, or to none.
    const folded = letter.trim() === '' ? ' ' : fold(letter)
    for (const each of folded) {
      letters.push(each)
      places.push([at, at + letter.length])
    }
    at += letter.length
  }
  const folded = letters.join('')
  const found: [number, number][] = []
  for (const word of fold(typed).split(' ')) {
    const start = word === '' ? -1 : folded.indexOf(word)
    const first = places[start]
    const last = places[start + word.length - 1]
    if (first && last) found.push([first[0], last[1]])
  }
  return merged(found)
}

function merged(stretches: [number, number][]): [number, number][] {
  const all: [number, number][] = []
  for (const [from, to] of stretches.sort(([one], [other]) => one - other)) {
    const last = all.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else all.push([from, to])
  }
  return all
}
