// Shows the progress of long steps on the terminal: one line per step, with a tick and its duration. A plain .mjs,
// because it runs before Node 24 is installed.

const terminal = Boolean(process.stdout.isTTY) && !process.env.CI
const paint = (code, text) => (terminal ? `\u001b[${code}m${text}\u001b[0m` : text)

export const green = (text) => paint('32', text)
export const red = (text) => paint('31', text)
export const dim = (text) => paint('2', text)
export const bold = (text) => paint('1', text)

/** Environment variables that make other programs use colours exactly when we do. */
export const colourEnvironment = terminal ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }

/** The text without the terminal's colour codes. */
export function plain(text) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes begin with one.
  return text.replace(/\u001b\[[0-9;]*m/g, '')
}

/**
 * Another program's output, without colours unless we write to a terminal, because some programs ignore the setting.
 */
export const shown = (text) => (terminal ? text : plain(text))

/**
 * Shows `label` while `work` runs, then a tick or a cross with the seconds it took. On a terminal the seconds
 * count up; elsewhere a line every 30 seconds says that it is still alive.
 * @template T
 * @param {string} label
 * @param {(note: (text: string) => void) => Promise<T>} work may call `note` to say how far it is.
 * @returns {Promise<T>} rejects as `work` does.
 */
export async function step(label, work) {
  const start = performance.now()
  let noted = ''
  const line = () => `  … ${label} ${dim(`${seconds(start)}${noted && ` · ${noted}`}`)}`
  const show = () => (terminal ? rewrite(line()) : console.log(line()))
  if (terminal) show()
  const timer = setInterval(show, terminal ? 250 : 30_000)
  const end = (mark) => {
    clearInterval(timer)
    if (terminal) rewrite('')
    console.log(`  ${mark} ${label} ${dim(seconds(start))}`)
  }
  try {
    const result = await work((text) => {
      noted = text
    })
    end(green('✓'))
    return result
  } catch (error) {
    end(red('✗'))
    throw error
  }
}

/** The time since `start` (performance.now()) as people read it: `0.8 s`, `2 min 05 s`. */
export function seconds(start) {
  const elapsed = (performance.now() - start) / 1000
  if (elapsed < 60) return `${elapsed.toFixed(1)} s`
  const whole = Math.round(elapsed)
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`
}

function rewrite(text) {
  const width = process.stdout.columns || 80
  process.stdout.write(
    `\r\u001b[2K${text.length > width + 8 ? `${text.slice(0, width + 4)}…` : text}\u001b[0m`,
  )
}
