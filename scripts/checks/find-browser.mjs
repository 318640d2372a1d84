import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from '../run.mjs'

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Programs the tests read PDFs, QR codes and XML with, independent of ours, and their Debian packages. */
const VERIFIERS = { zbarimg: 'zbar-tools', xmllint: 'libxml2-utils', pdftotext: 'poppler-utils' }

/** The absolute path of a Chromium: CHROMIUM_PATH, else the system's; null when there is none. */
export function findBrowser() {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) return existsSync(chosen) ? chosen : null
  return BROWSERS.map(program).find(Boolean) ?? MAC.find(existsSync) ?? null
}

/** The verifiers that this machine lacks, as program names. */
export function missingVerifiers() {
  return Object.keys(VERIFIERS).filter((name) => !program(name))
}

/**
 * Installs the browser and other missing packages of the tests by apt, if possible: as root, on a system with apt-get.
 * @param {{ browser: boolean, note: (line: string) => void }} wanted
 * @returns {Promise<string | null>} why something is still missing, or null.
 */
export async function installForTests({ browser, note }) {
  const packages = missingVerifiers().map((name) => VERIFIERS[name])
  if (browser && !process.env.CHROMIUM_PATH && !findBrowser()) packages.push('chromium')
  if (packages.length === 0) return null
  if (process.getuid?.() !== 0 || !program('apt-get'))
    return `to be installed by hand: ${packages.join(', ')}`
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const wait = ['-o', 'DPkg::Lock::Timeout=120']
  await run('apt-get', [...wait, 'update'], { env, onLine: note })
  const { code, output } = await run(
    'apt-get',
    [...wait, 'install', '-y', '--no-install-recommends', ...packages],
    {
      env,
      onLine: note,
    },
  )
  return code === 0 ? null : `apt-get failed: ${output.trim().split('\n').at(-1)}`
}

function program(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin']
  return folders.map((folder) => join(folder, name)).find(existsSync)
}
