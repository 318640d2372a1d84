import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/**
 * Whether a module is an icon that the menu alone has in the first load: one that a section's manifest imports, and no
 * file that public pages or the sign-in may load. Together in one chunk they weigh less than one by one, which is how
 * the bundler splits those that a lazy chunk has, too.
 */
export function menuIcons(web: string): (id: string) => boolean {
  const iconsOf = (pattern: string) =>
    globSync(pattern, { cwd: web }).flatMap((file) =>
      [...readFileSync(join(web, file), 'utf8').matchAll(/import \{([^}]+)\} from 'iconoir-react'/g)].flatMap(
        ([, list = '']) => list.split(',').map((name) => name.trim().split(' ')[0]),
      ),
    )
  const elsewhere = new Set(iconsOf('{public,ui,overlays,features/auth,features/errors}/**/*.{ts,tsx}'))
  const names = new Set(iconsOf('features/*/feature.ts').filter((name) => !elsewhere.has(name)))
  return (id) => /[\\/]iconoir-react[\\/]/.test(id) && names.has(basename(id).replace(/\.m?js$/, ''))
}
