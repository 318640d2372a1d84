import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { type BankFile, BankFileRefused, type StatementFile } from '../bank-file.ts'
import { readBankFile } from '../read-bank-file.ts'

/** Statements as banks write them, made without our code; expected.json says what a correct reading gives. */
export const samples = [
  'estratto.camt.053.001.02.xml',
  'estratto.camt.053.001.08.xml',
  'estratto-rh.txt',
] as const

export const fixture = (name: string): Buffer =>
  readFileSync(fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url)))

/** Reads bytes as an upload brings them: in pieces. */
export function read(file: Buffer | string, name = 'estratto'): Promise<BankFile> {
  return readBankFile(inPieces(Buffer.from(file)), name)
}

export async function readStatements(file: Buffer | string): Promise<StatementFile> {
  const found = await read(file)
  if (found.kind !== 'statement') throw new Error(`not a statement: ${found.kind}`)
  return found
}

async function* inPieces(file: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += 10_000) yield file.subarray(at, at + 10_000)
}

/** The refusal of a file, whose message must be an Italian sentence; fails if the file is read or the reader breaks. */
export async function refusalOf(file: Buffer | string, name?: string): Promise<BankFileRefused> {
  const result = await read(file, name).then(
    () => 'it was read',
    (error) => error,
  )
  expect(result).toBeInstanceOf(BankFileRefused)
  expect(result.message).toMatch(/^[\p{Lu}«<].{15,}\.$/u)
  return result
}
