import type { Edition } from '@saldo/domain/app-version'
import type { FastifyRequest } from 'fastify'

/** The build of the web app that a request says it comes from. A program, or an old build, says nothing: business. */
export const editionOf = ({ headers }: Pick<FastifyRequest, 'headers'>): Edition =>
  headers['app-edition'] === 'b2c' ? 'b2c' : 'business'
