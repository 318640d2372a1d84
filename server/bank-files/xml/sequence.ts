import { BankFileRefused } from '../bank-file.ts'
import { askAgain } from './element.ts'

/**
 * The children of an element in the order of the schema, as a DTD writes them: `Id ElctrncSeqNb? Bal+ Ntry*`; none for
 * an element that has only text.
 */
export type Sequence = { name: string; required: boolean; repeats: boolean }[]

export const sequenceOf = (children: string): Sequence =>
  (children.match(/\S+/g) ?? []).map((word) => ({
    name: word.replace(/[?*+]$/, ''),
    required: !/[?*]$/.test(word),
    repeats: /[*+]$/.test(word),
  }))

/** Follows the children of one element. Refuses what is unknown, out of order, repeated or missing. */
export class SequenceCheck {
  readonly #sequence: Sequence
  readonly #parent: string
  /** The index in the sequence of the child that was last met, -1 before the first. */
  #at = -1

  constructor(parent: string, sequence: Sequence) {
    this.#parent = parent
    this.#sequence = sequence
  }

  meet(name: string, line: number): void {
    const current = this.#sequence[this.#at]
    if (current?.name === name && current.repeats) return
    const next = this.#sequence.findIndex((each, index) => index > this.#at && each.name === name)
    if (next < 0)
      throw new BankFileRefused(
        `<${name}> si trova in un punto in cui non può stare, dentro <${this.#parent}>. ${askAgain}`,
        line,
      )
    this.#refuseMissing(next, line)
    this.#at = next
  }

  end(line: number): void {
    this.#refuseMissing(this.#sequence.length, line)
  }

  #refuseMissing(until: number, line: number): void {
    const missed = this.#sequence.slice(this.#at + 1, until).find((each) => each.required)
    if (missed)
      throw new BankFileRefused(`Manca il dato <${missed.name}> dentro <${this.#parent}>. ${askAgain}`, line)
  }
}
