import { type HandoverColumn, handoverTables } from '@saldo/domain/handover/format'

const kinds: Record<HandoverColumn['kind'], string> = {
  text: 'text',
  amount: 'euro, two decimals, `1234,50`',
  date: 'day, `31/12/2026`',
  number: 'whole number',
  ref: 'reference',
  weight: 'up to four decimals, `31,25`',
  choice: '',
}

function meaning({ kind, words, of }: HandoverColumn): string {
  if (kind === 'choice') return Object.values(words ?? {}).join(', ')
  return of ? `reference to \`${handoverTables[of].file}\`` : kinds[kind]
}

/** The tables of the format as Markdown: docs/handover-format.md has them word for word. */
export const tablesInWords = (): string =>
  Object.values(handoverTables)
    .map(({ file, says, columns }) =>
      [
        `### \`${file}\``,
        '',
        `*${says}*`,
        '',
        '| column | content | may be empty |',
        '|---|---|---|',
        ...columns.map(
          (column) => `| ${column.header} | ${meaning(column)} | ${column.empty ? 'yes' : ''} |`,
        ),
      ].join('\n'),
    )
    .join('\n\n')
