import { feature } from '../../feature.ts'
import { bookRoutes } from './routes.ts'

export const books = feature({
  tables: ['book_closings'],
  routes: bookRoutes,
})
