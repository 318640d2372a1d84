import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const helper = fileURLToPath(new URL('../ui/icons/plain-icon.ts', import.meta.url))

/**
 * Takes the shapes out of an icon's file of iconoir-react and leaves the rest: each file brings its own copy of the same helpers,
 * which together weigh more than the shapes. Throws when the file is written in another way than this expects.
 */
export function plainIcon(code: string): string {
  const [, shapes] = /ref:\w+\},\w+\),(.+)\)\},\w+=\w+\(\w+\);var \w+=\w+;export/s.exec(code) ?? []
  if (!shapes) throw new Error('iconoir-react writes its icons in another way than plain-icons.ts expects')
  return `import { createElement as h } from 'react'
import { plainIcon } from ${JSON.stringify(helper)}
export default /* @__PURE__ */ plainIcon(() => [${shapes.replace(/\w+\.createElement\(/g, 'h(')}])`
}

/** Makes the icons of the public pages light. */
export const plainIcons = (): Plugin => ({
  name: 'saldo-plain-icons',
  transform: {
    filter: { id: /[\\/]iconoir-react[\\/]dist[\\/]esm[\\/](regular|solid)[\\/]\w+\.mjs$/ },
    handler: (code) => ({ code: plainIcon(code), map: null }),
  },
})
