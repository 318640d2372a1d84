import type { SearchKind, SearchResult, Section } from '../../sections/section.ts'
import { type Command, matchCommands, suggestCommands } from './commands.ts'

export type Option =
  | { kind: 'recent'; text: string }
  /** `group`: the name above it; `named`: the label says what was typed, so it stands above the records. */
  | { kind: 'command'; command: Command; group: string; named: boolean }
  | { kind: 'record'; of: SearchKind; result: SearchResult }
  /** Link to the list of all matches of a kind. */
  | { kind: 'more'; of: SearchKind; text: string }

/** The server's limit per kind: with so many there may be more. */
const fullKind = 10

/** The search kinds of all sections, in display order. */
export const kindsOf = (sections: readonly Section[]): SearchKind[] =>
  sections.flatMap(({ search }) => search ?? []).sort((a, b) => a.order - b.order)

/** The options in display order: by kind, with a link to the list after a full kind. */
export function optionsOf(
  kinds: readonly SearchKind[],
  { text, results }: { text: string; results: readonly SearchResult[] },
): Option[] {
  return kinds.flatMap((of) => {
    const records: Option[] = results
      .filter(({ data_from }) => data_from === of.kind)
      .map((result) => ({ kind: 'record', of, result }))
    return records.length < fullKind ? records : [...records, { kind: 'more', of, text }]
  })
}

/** The commands as options: those that the text finds, or before anything is typed those worth offering. */
export function commandOptions(
  commands: readonly Command[],
  text: string,
  recent: readonly string[],
): Option[] {
  const offered = (command: Command, group: string = command.group, named = true) =>
    ({ kind: 'command', command, group, named }) satisfies Option
  if (text.trim() !== '') {
    const found = matchCommands(commands, text)
    // Groups stand in the order of their best match.
    const groups = [...new Set(found.map(({ command }) => command.group))]
    return groups.flatMap((group) =>
      found
        .filter(({ command }) => command.group === group)
        .map(({ command, named }) => offered(command, group, named)),
    )
  }
  const { used, useful } = suggestCommands(commands, recent)
  return [
    ...used.map((command) => offered(command, 'Usati di recente')),
    ...useful.map((command) => offered(command, 'Azioni utili')),
  ]
}

/** The commands that the text names, then the records, then the commands that only a synonym finds. */
export const aroundRecords = (commands: readonly Option[], records: readonly Option[]): Option[] => [
  ...commands.filter(isNamed),
  ...records,
  ...commands.filter((option) => !isNamed(option)),
]
/** Whether a text names this command. */
export const isNamed = (option: Option) => option.kind === 'command' && option.named

/** Identifies an option among those shown. */
export function keyOf(option: Option): string {
  if (option.kind === 'recent') return `recent ${option.text}`
  if (option.kind === 'command') return `command ${option.command.id}`
  if (option.kind === 'more') return `more ${option.of.kind}`
  const { data_from, account_id, subject_id, bill_id, payment_id } = option.result
  return [data_from, account_id, subject_id, bill_id, payment_id].join(' ')
}
