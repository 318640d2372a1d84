import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from '../run.mjs'

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Programs, independent of ours, with which the tests read PDFs, QR codes and XML, make spreadsheets and put proxies before
 * Saldo; their Debian packages.
 */
const VERIFIERS = {
  zbarimg: 'zbar-tools',
  xmllint: 'libxml2-utils',
  pdftotext: 'poppler-utils',
  soffice: 'libreoffice-calc-nogui',
  nginx: 'nginx-light',
  caddy: 'caddy',
}

/**
 * The absolute path of the journeys' browser: CHROMIUM_PATH, else Chromium's headless shell, which makes the journeys
 * about a third faster, else the whole browser; null when there is none.
 */
export function findBrowser() {
  return process.env.CHROMIUM_PATH ? findWholeBrowser() : (findHeadlessShell() ?? findWholeBrowser())
}

/** A browser that also has what the headless shell lacks, such as the PDF viewer; null when there is none. */
export function findWholeBrowser() {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) return existsSync(chosen) ? chosen : null
  return BROWSERS.map(program).find(Boolean) ?? MAC.find(existsSync) ?? null
}

const findHeadlessShell = () => program('chromium-headless-shell') ?? null

/** The verifiers that this machine lacks, as program names. */
export function missingVerifiers() {
  return Object.keys(VERIFIERS).filter((name) => !program(name))
}

/**
 * The Debian packages that the tests need and this machine lacks. The headless shell only saves time and not every
 * distribution has it, so it is wanted in CI only, where it can be installed.
 */
export function missingPackages({ browser }) {
  const packages = missingVerifiers().map((name) => VERIFIERS[name])
  if (!browser || process.env.CHROMIUM_PATH) return packages
  if (!findWholeBrowser()) packages.push('chromium')
  if (process.env.CI && canInstall() && !findHeadlessShell()) packages.push('chromium-headless-shell')
  return packages
}

const canInstall = () => process.getuid?.() === 0 && program('apt-get')

/**
 * Installs the missing packages by apt, if possible: as root, on a system with apt-get.
 * @param {{ browser: boolean, note: (line: string) => void }} wanted
 * @returns {Promise<string | null>} why something that the tests need is still missing, or null.
 */
export async function installForTests({ browser, note }) {
  const packages = missingPackages({ browser })
  if (packages.length === 0) return null
  if (!canInstall()) return `to be installed by hand: ${packages.join(', ')}`
  await apt(['update'], note)
  const optional = ['chromium-headless-shell']
  const needed = packages.filter((name) => !optional.includes(name))
  const failure = needed.length > 0 ? await install(needed, note) : null
  for (const name of packages) if (optional.includes(name)) await install([name], note)
  return failure
}

async function install(packages, note) {
  const { code, output } = await apt(['install', '-y', '--no-install-recommends', ...packages], note)
  return code === 0 ? null : `apt-get failed: ${output.trim().split('\n').at(-1)}`
}

const apt = (args, note) =>
  run('apt-get', ['-o', 'DPkg::Lock::Timeout=120', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    onLine: note,
  })

/** The path of a program on this machine; undefined when it has none. */
export function program(name) {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/bin',
    '/usr/sbin',
    '/usr/local/bin',
    '/snap/bin',
  ]
  return folders.map((folder) => join(folder, name)).find(existsSync)
}
