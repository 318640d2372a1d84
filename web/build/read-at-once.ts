import type { Plugin } from 'vite'

/** With this first line Chromium compiles all functions of a script on another thread, while it downloads the script. */
const hint = '//# allFunctionsCalledOnLoad\n'

/**
 * Marks the scripts that the page needs at once. Otherwise a browser reads each function at its first call, on the thread that
 * also answers taps.
 */
export const readAtOnce = (): Plugin => ({
  name: 'saldo-read-at-once',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk' && /^(main|shared)$/.test(chunk.name)) chunk.code = hint + chunk.code
      }
    },
  },
})
