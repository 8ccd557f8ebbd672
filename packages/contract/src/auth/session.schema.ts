import { z } from 'zod'

export const sessionSchema = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  isSysAdmin: z.boolean(),
})
export type Session = z.infer<typeof sessionSchema>

/** Null when a code of the second factor is needed as well: see `enterCode`. */
export const newSessionSchema = sessionSchema.nullable()
