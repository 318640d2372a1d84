import { describe, expect, it } from 'vitest'
import { type Command, matchCommands, suggestCommands } from './commands.ts'
import { aroundRecords, commandOptions } from './results.ts'

const command = (id: string, label: string, more: Partial<Command> = {}): Command => ({
  id,
  label,
  group: 'Azioni',
  icon: (() => null) as unknown as Command['icon'],
  run: () => undefined,
  ...more,
})
const commands = [
  command('new-bill', 'Nuova bolletta', { words: 'crea emetti', useful: 10 }),
  command('export-bills', 'Esporta le bollette', { words: 'scarica excel' }),
  command('collect', 'Registra un incasso', { words: 'contanti assegno', useful: 20 }),
  command('new-account', 'Nuovo condominio', { words: 'palazzo', useful: 5 }),
  command('go bills', 'Vai a Bollette', { group: 'Vai a' }),
  command('go arrears', 'Vai a Morosità', { group: 'Vai a' }),
]
const found = (text: string) => matchCommands(commands, text).map(({ command }) => command.id)

describe('the commands that a text finds', () => {
  it('by the beginnings of words, in any order', () => {
    expect(found('nuo bol')).toEqual(['new-bill'])
    expect(found('bolletta nuova')).toEqual(['new-bill'])
  })
  it('whatever the accents and the case', () => {
    expect(found('MOROSITA')).toEqual(['go arrears'])
    expect(found('bollètta nuova')).toEqual(['new-bill'])
  })
  it('in singular and plural', () => {
    expect(found('esporta bolletta')).toEqual(['export-bills'])
    expect(found('nuove bollette')).toEqual(['new-bill'])
  })
  it('by synonyms, after those whose label has the word', () => {
    expect(found('contanti')).toEqual(['collect'])
    expect(found('bollette')[0]).not.toBe('collect')
    expect(found('palazzo')).toEqual(['new-account'])
  })
  it('a surname that is only almost a synonym finds none', () => {
    expect(found('conti')).toEqual([])
    expect(found('conta')).toEqual(['collect'])
  })
  it('above the records if the label says it, below them if only a synonym does', () => {
    const record = { kind: 'recent', text: 'a record' } as const
    const shown = (text: string) =>
      aroundRecords(commandOptions(commands, text, []), [record]).map((option) =>
        option.kind === 'command' ? option.command.id : option.kind,
      )
    expect(shown('contanti')).toEqual(['recent', 'collect'])
    expect(shown('incasso')).toEqual(['collect', 'recent'])
    expect(shown('registra contanti')).toEqual(['collect', 'recent'])
  })
  it('with or without articles', () => {
    expect(found('registra incasso')).toEqual(['collect'])
    expect(found('registra l’incasso')).toEqual(['collect'])
    expect(found('un')).toEqual(['collect'])
  })
  it('none if a word fits nowhere, and none without a text', () => {
    expect(found('nuova rossi')).toEqual([])
    expect(found('rossi mario')).toEqual([])
    expect(found('  ')).toEqual([])
    expect(found('2026/000418')).toEqual([])
  })
  it('at most six, so that records stay in sight', () => {
    const many = Array.from({ length: 20 }, (_, place) => command(`c${place}`, `Nuova cosa ${place}`))
    expect(matchCommands(many, 'nuova')).toHaveLength(6)
  })
})

it('before anything is typed the last used are offered, then the most useful ones, each once', () => {
  const { used, useful } = suggestCommands(commands, ['go bills', 'gone', 'new-bill'])
  expect(used.map(({ id }) => id)).toEqual(['go bills', 'new-bill'])
  expect(useful.map(({ id }) => id)).toEqual(['new-account', 'collect'])
})
