import { closingOf, decimal, type StatedAccount, type StatedMovement } from './stated.ts'

/**
 * The list of movements that a bank's site gives for one account, as CSV: the payer stands in the description, as most of
 * them have it. Windows-1252.
 */
export function csvStatement(account: StatedAccount): Buffer {
  const rows = [
    ['Lista movimenti', '', '', '', ''],
    [`Conto corrente: ${account.iban}`, '', '', '', ''],
    ['Data contabile', 'Data valuta', 'Descrizione', 'Importo', 'Riferimento operazione'],
    ['', '', 'Saldo iniziale', euro(account.opening), ''],
    ...account.movements.map((movement) => [
      italian(movement.booked_on),
      italian(movement.booked_on),
      described(movement),
      euro(movement.amount),
      movement.reference,
    ]),
    ['', '', 'Saldo finale', euro(closingOf(account)), ''],
  ]
  return Buffer.from(latin(rows.map((row) => `${row.map(quoted).join(';')}\r\n`).join('')), 'latin1')
}

const described = ({ kind, amount, party_name, ...movement }: StatedMovement): string => {
  const words = [movement.structured_reference, movement.end_to_end_id, movement.text].filter(Boolean)
  if (kind !== 'transfer') return words.join(' ')
  const [what, who] = amount > 0 ? ['BONIFICO A VOSTRO FAVORE', 'DA'] : ['VOSTRO BONIFICO', 'A']
  return [what, party_name && `${who} ${party_name}`, words.length > 0 && `PER ${words.join(' ')}`]
    .filter(Boolean)
    .join(' ')
}

/** Letters that Windows-1252 lacks lose their accents; the curly apostrophe is a straight one. */
const latin = (text: string): string =>
  text
    .replaceAll('’', "'")
    .replace(/[\u0100-\uffff]/g, (letter) => letter.normalize('NFD').replace(/[^ -~]/g, ''))
const italian = (day: string): string => day.split('-').reverse().join('/')
const euro = (cents: number): string => `${cents < 0 ? '-' : ''}${decimal(cents).replace('.', ',')}`
const quoted = (cell: string): string => (/[;"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
