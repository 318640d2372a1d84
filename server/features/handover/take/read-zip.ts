import { createHash } from 'node:crypto'
import {
  type HandoverFile,
  type HandoverManifest,
  type HandoverTableName,
  handoverFormat,
  handoverTableNames,
  handoverTables,
  handoverVersion,
  isHandoverPath,
} from '@saldo/domain/handover/format'
import { z } from 'zod'
import { ImportRefused } from '../../imports/spreadsheet/import-refused.ts'
import { openZip, type Zip } from '../../imports/spreadsheet/zip.ts'
import { HandoverRefused } from './handover-refused.ts'
import { type LoadedRow, mostRows, readTable } from './read-table.ts'

export type LoadedTables = Record<HandoverTableName, LoadedRow[]>
/** A ZIP whose files are all as its manifest says. `content` gives a file that is no table. */
export type LoadedZip = {
  manifest: HandoverManifest
  tables: LoadedTables
  has: (name: string) => boolean
  content: (name: string) => Promise<Buffer>
}

const mostEntries = 20_000
/** The largest table, and the largest manifest: bytes. */
const mostBytes = 64 * 1024 * 1024

const day = z.iso.date()
const cents = z.number().int().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER)
const count = z.number().int().min(0).max(1e9)
const Manifest = z.object({
  format: z.literal(handoverFormat),
  version: z.number().int().min(1),
  made_by: z.object({
    product: z.string().max(200),
    office: z.string().max(300),
    person: z.string().max(300),
  }),
  made_at: z.string().max(40),
  day,
  condominium: z.object({ name: z.string().min(1).max(300), fiscal_code: z.string().max(20).nullable() }),
  pdfs: z.object({ from: day.nullable(), to: day.nullable() }).nullable(),
  totals: z.object({
    bills: count,
    ...{ amount: cents, settled: cents, residue: cents, overdue: cents, credits: cents },
  }),
  files: z
    .array(
      z.object({
        name: z.string().max(200),
        bytes: count,
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        rows: count.optional(),
        sums: z.record(z.string().max(100), cents).optional(),
      }),
    )
    .max(mostEntries),
})

/** Opens a ZIP and checks all of it: every file, its SHA-256, counts and sums. Throws HandoverRefused at the first fault. */
export async function readZip(file: Buffer): Promise<LoadedZip> {
  try {
    const zip = openZip(file, mostEntries)
    const manifest = await manifestOf(zip)
    const files = listed(zip, manifest)
    const tables = {} as LoadedTables
    let rows = 0
    for (const name of handoverTableNames) {
      const { file: path } = handoverTables[name]
      const told = files.get(path)
      if (!told) throw new HandoverRefused(`Nello ZIP manca ${path}.`, path)
      tables[name] = await readTable(handoverTables[name], told, await checked(zip, told, true))
      rows += tables[name].length
      if (rows > mostRows) throw new HandoverRefused('Lo ZIP ha troppe righe per un condominio.')
    }
    const isTable = new Set(Object.values(handoverTables).map((table) => table.file))
    for (const told of manifest.files) if (!isTable.has(told.name)) await checked(zip, told, false)
    return {
      ...{ manifest, tables },
      has: (name) => files.has(name) && !isTable.has(name),
      content: (name) => collected(zip, name),
    }
  } catch (error) {
    if (error instanceof ImportRefused) throw new HandoverRefused(sentences[error.code] ?? sentences.broken)
    throw error
  }
}

const sentences: Record<string, string> & { broken: string } = {
  broken: 'Lo ZIP è rovinato o incompleto: fattelo mandare di nuovo.',
  bomb: 'Lo ZIP contiene troppi file o si espande troppo: non è un passaggio di consegne.',
  password: 'Lo ZIP è protetto da password: chiedilo senza.',
}

async function manifestOf(zip: Zip): Promise<HandoverManifest> {
  if (!zip.has('manifest.json'))
    throw new HandoverRefused('Non è un passaggio di consegne: nello ZIP manca manifest.json.')
  const wrong = (why: string) => new HandoverRefused(why, 'manifest.json')
  let json: unknown
  try {
    json = JSON.parse((await collected(zip, 'manifest.json')).toString('utf8'))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw wrong('Il manifest non si legge: è rovinato.')
  }
  const { success, data } = Manifest.safeParse(json)
  if (!success) throw wrong('Il manifest non è quello di un passaggio di consegne, oppure è rovinato.')
  if (data.version !== handoverVersion)
    throw wrong(
      `Lo ZIP è della versione ${data.version} del formato; qui si legge la ${handoverVersion}. Chiedilo di nuovo, o aspetta un aggiornamento di Saldo.`,
    )
  return data as HandoverManifest
}

/** The files of the manifest by name: exactly those of the ZIP, each once, under names that climb nowhere. */
function listed(zip: Zip, { files }: HandoverManifest): Map<string, HandoverFile> {
  const names = new Map(files.map((told) => [told.name, told]))
  for (const name of zip.names)
    if (name !== 'manifest.json' && !isHandoverPath(name))
      throw new HandoverRefused(
        `Lo ZIP contiene un file con un nome che non è ammesso: «${name.slice(0, 80)}».`,
      )
  if (zip.entries !== zip.names.length || names.size !== files.length)
    throw new HandoverRefused('Lo ZIP contiene due file con lo stesso nome.')
  const extra = zip.names.find((name) => name !== 'manifest.json' && !names.has(name))
  if (extra) throw new HandoverRefused('Questo file non è nel manifest: qualcuno lo ha aggiunto.', extra)
  const missing = files.find(({ name }) => !zip.has(name) || name === 'manifest.json')
  if (missing) throw new HandoverRefused(`Nello ZIP manca ${missing.name}, che è nel manifest.`, missing.name)
  return names
}

async function checked(zip: Zip, told: HandoverFile, keep: boolean): Promise<Buffer> {
  const hash = createHash('sha256')
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of zip.read(told.name)) {
    bytes += piece.length
    if (keep && bytes > mostBytes) throw new HandoverRefused('Il file è troppo grande.', told.name)
    hash.update(piece)
    if (keep) pieces.push(piece)
  }
  if (bytes !== told.bytes || hash.digest('hex') !== told.sha256)
    throw new HandoverRefused(
      'Il file non è quello che era stato preparato: è stato cambiato o si è rovinato.',
      told.name,
    )
  return Buffer.concat(pieces)
}

async function collected(zip: Zip, name: string): Promise<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of zip.read(name)) {
    bytes += piece.length
    if (bytes > mostBytes) throw new HandoverRefused('Il file è troppo grande.', name)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
