import { root, sectionPages, signedIn } from './routes/frames.ts'
import { outsidePages } from './routes/outside.ts'
import { sections } from './sections.ts'

type SectionRoute = (typeof sections)[number]['routes'][number]
const sectionRoutes = sections.flatMap(({ routes }): readonly SectionRoute[] => routes)

/** The shell's one route tree: the pages outside a session, and those of each section. */
export const routeTree = root.addChildren([
  ...outsidePages,
  signedIn.addChildren([sectionPages.addChildren(sectionRoutes)]),
])
