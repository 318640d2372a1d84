import type { Route } from '../../http/serve.ts'
import { find, findAll } from './find.ts'

export const researchRoutes: Route[] = [find, findAll]
