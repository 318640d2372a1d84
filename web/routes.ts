import { root, sectionPages, signedIn } from './routes/frames.ts'
import { outsidePages } from './routes/outside.ts'
import { sections } from './sections.ts'

type SectionRoute = (typeof sections)[number]['routes'][number]
const sectionRoutes = sections.flatMap(({ routes }): readonly SectionRoute[] => routes)

/** The shell's route tree: pages outside a session, and the pages of all sections. */
export const routeTree = root.addChildren([
  ...outsidePages,
  signedIn.addChildren([sectionPages.addChildren(sectionRoutes)]),
])
