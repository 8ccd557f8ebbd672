/** The styles and the font that the page of a public wizard begins without; the whole app has them from the start. */

export const loadFullLook = (): Promise<unknown> => import('./full-look.ts')

/** A part of a public wizard's page that may need more styles than the first question. */
export async function withFullLook<Module>(module: Promise<Module>): Promise<Module> {
  const [loaded] = await Promise.all([module, loadFullLook()])
  return loaded
}
