const small = [
  ...['zero', 'uno', 'due', 'tre', 'quattro', 'cinque', 'sei', 'sette', 'otto', 'nove', 'dieci'],
  ...['undici', 'dodici', 'tredici', 'quattordici', 'quindici', 'sedici', 'diciassette', 'diciotto'],
  'diciannove',
]
const tens = [
  '',
  '',
  'venti',
  'trenta',
  'quaranta',
  'cinquanta',
  'sessanta',
  'settanta',
  'ottanta',
  'novanta',
]

/** An amount in cents as slips and cheques write it: `quattrocentododici/50`. Below a thousand million euro. */
export function euroInWords(cents: number): string {
  if (!Number.isInteger(cents) || cents < 0 || cents >= 100_000_000_000)
    throw new Error(`${cents} cents cannot be written in words`)
  return `${numberInWords(Math.floor(cents / 100))}/${String(cents % 100).padStart(2, '0')}`
}

function numberInWords(number: number): string {
  if (number < 1000) return accented(belowThousand(number))
  const thousands = Math.floor(number / 1000)
  if (thousands < 1000) {
    const head = thousands === 1 ? 'mille' : `${belowThousand(thousands)}mila`
    return accented(`${head}${rest(number % 1000)}`)
  }
  const millions = Math.floor(number / 1_000_000)
  const head = millions === 1 ? 'unmilione' : `${belowThousand(millions).replace(/uno$/, 'un')}milioni`
  const left = number % 1_000_000
  return left === 0 ? head : accented(`${head}${numberInWords(left)}`)
}

const rest = (number: number): string => (number === 0 ? '' : belowThousand(number))

function belowThousand(number: number): string {
  if (number < 20) return small[number] as string
  if (number < 100) {
    const unit = number % 10
    const ten = tens[Math.floor(number / 10)] as string
    // Before a vowel the last letter is dropped: ventuno, ventotto.
    return unit === 0 ? ten : `${unit === 1 || unit === 8 ? ten.slice(0, -1) : ten}${small[unit]}`
  }
  const hundreds = Math.floor(number / 100)
  const left = number % 100
  // Before otto and ottanta one says cent: centotto, duecentottanta.
  const head = `${hundreds === 1 ? '' : small[hundreds]}${left === 8 || (left >= 80 && left < 90) ? 'cent' : 'cento'}`
  return `${head}${rest(left)}`
}

/** A compound that ends in tre takes the accent: ventitré. */
const accented = (words: string): string => (words === 'tre' ? words : words.replace(/tre$/, 'tré'))
