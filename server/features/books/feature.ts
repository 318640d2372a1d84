import { moneySections } from '@saldo/domain/section'
import { feature } from '../../feature.ts'
import { bookRoutes } from './routes.ts'

export const books = feature({
  tables: {
    book_closings: moneySections,
  },
  routes: bookRoutes,
})
