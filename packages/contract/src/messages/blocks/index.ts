/** The content of a message. */
import { z } from 'zod'

export const messageDesignSchema = z.looseObject({
  settings: z.looseObject({}),
  blocks: z.array(z.looseObject({ id: z.string().max(40), type: z.string().max(40) })).max(500),
})
