import { buildApp } from './app.ts'
import { analyze } from './db/analyze.ts'
import { migrate } from './db/migrate.ts'
import { readEnv } from './env.ts'
import { seedDemo } from './features/demo/seed-demo.ts'

try {
  const env = readEnv(process.env)
  await migrate(env.DATABASE_URL)
  const app = await buildApp(env)
  if (env.DEMO === '1' && (await seedDemo(app.services))) await analyze(env.DATABASE_URL)
  await app.listen({ port: env.PORT, host: env.HOST })
  stopWith(app)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

/** Stops gracefully on a signal, or when the parent process is gone. */
function stopWith(app: { close: () => PromiseLike<unknown> }): void {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await app.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('disconnect', stop)
}
