/** A link of a view: to the web, or within this site; empty for none. */
import { z } from 'zod'

export const urlSetting = z.union([
  z.literal(''),
  z
    .string()
    .trim()
    .max(2000)
    .regex(/^(https?:\/\/|\/(?!\/))/),
])
