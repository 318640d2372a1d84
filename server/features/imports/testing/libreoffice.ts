import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Converts flat spreadsheets (name → XML) to `format` with LibreOffice, all in one run because starting it takes seconds.
 */
export async function convertedByLibreOffice(
  files: ReadonlyMap<string, string>,
  format: 'xlsx' | 'ods',
): Promise<Map<string, Buffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'sheets-'))
  try {
    const paths: string[] = []
    for (const [name, xml] of files) {
      const path = join(folder, `${name}.fods`)
      await writeFile(path, xml)
      paths.push(path)
    }
    const profile = `-env:UserInstallation=file://${folder}/profile`
    await run('soffice', [profile, '--headless', '--convert-to', format, '--outdir', folder, ...paths])
    const converted = new Map<string, Buffer>()
    for (const name of files.keys()) converted.set(name, await readFile(join(folder, `${name}.${format}`)))
    return converted
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
