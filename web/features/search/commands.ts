import type { IconShape } from '../../ui/icons/Icon.tsx'

/** What the dialog offers besides records: an action, a page of the menu, a setting. */
export type Command = {
  id: string
  label: string
  /** The group in which it stands. */
  group: 'Azioni' | 'Vai a' | 'Impostazioni'
  icon: IconShape
  /** Other words that find it. */
  words?: string
  /** Why it asks something first: “scegli prima il cliente”. */
  note?: string | undefined
  /** Its keys without the dialog: `g b`. */
  keys?: string | undefined
  /** Among the first when nothing is typed, in ascending order. */
  useful?: number | undefined
  run: () => void
}

/** Most commands for a text: records stay in sight below them. */
const mostFound = 6
const mostRecent = 3
const mostUseful = 6
/** Words that say nothing: “registra un incasso” and “registra incasso” are the same. */
const empty = new Set(
  'a ai al alla con da dai dal dei del della delle di e gli i il in l la le lo per su un una uno'.split(' '),
)

/** Lower case, without accents, word by word. */
export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

export type FoundCommand = {
  command: Command
  /** The label says it; otherwise only a synonym does, which may as well be a surname (Conti, contanti). */
  named: boolean
}

/**
 * The commands that a text finds, best first: every word begins a word of the label or one of its synonyms, whatever
 * its accents, its case and its last vowel (bolletta, bollette).
 */
export function matchCommands(commands: readonly Command[], text: string): FoundCommand[] {
  const all = wordsOf(text)
  const told = all.filter((word) => !empty.has(word))
  const typed = told.length > 0 ? told : all
  if (typed.length === 0) return []
  return commands
    .map((command) => ({ command, score: scoreOf(command, typed) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, mostFound)
    .map(({ command, score }) => ({ command, named: score > bySynonyms }))
}

/** The score of a command that only synonyms find. */
const bySynonyms = 1
/** 0: not found. A word of the label counts more than a synonym, the first word of the label most. */
function scoreOf({ label, words = '' }: Command, typed: readonly string[]): number {
  const own = wordsOf(label)
  const others = wordsOf(words)
  let score = 0
  for (const word of typed) {
    const at = own.findIndex((each) => begins(each, word))
    if (at >= 0) score += at === 0 ? 4 : 3
    else if (others.some((each) => begins(each, word))) score += bySynonyms
    else return 0
  }
  return score / typed.length
}

/** Singular and plural are the same, and about as long: “conti” begins no “contanti”. */
const begins = (word: string, typed: string) =>
  word.startsWith(typed) || (word.length <= typed.length + 1 && word.startsWith(stemOf(typed)))

/** A word of five letters and more without its last vowel. */
const stemOf = (word: string) => (word.length > 4 ? word.replace(/[aeio]$/, '') : word)

/** What is offered before anything is typed: the last used, then the most useful ones; without either, all pages. */
export function suggestCommands(commands: readonly Command[], recent: readonly string[]) {
  const used = recent
    .flatMap((id) => commands.find((command) => command.id === id) ?? [])
    .slice(0, mostRecent)
  const useful = commands
    .filter((command) => command.useful !== undefined && !used.includes(command))
    .sort((a, b) => (a.useful ?? 0) - (b.useful ?? 0))
    .slice(0, mostUseful)
  return { used, useful }
}
