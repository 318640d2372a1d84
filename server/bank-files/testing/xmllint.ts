import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Validates a message against its official schema with xmllint, which is not ours. Rejects with what is wrong. */
export async function validate(xml: string, message: string): Promise<void> {
  const schema = fileURLToPath(new URL(`../schemas/${message}.xsd`, import.meta.url))
  const folder = await mkdtemp(join(tmpdir(), 'message-'))
  try {
    const file = join(folder, 'message.xml')
    await writeFile(file, xml)
    await run('xmllint', ['--nonet', '--noout', '--schema', schema, file])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Everything that a writer writes. */
export async function whole(pieces: AsyncIterable<string>): Promise<string> {
  const all: string[] = []
  for await (const piece of pieces) all.push(piece)
  return all.join('')
}
