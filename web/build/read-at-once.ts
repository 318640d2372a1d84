import type { Plugin } from 'vite'

/** What Chromium takes as the wish to read all functions of a script beside the page, while the script comes in. */
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
