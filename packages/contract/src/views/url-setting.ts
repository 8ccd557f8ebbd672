/** An address that a view leads to: of the web, or of this site; empty for none. */
import { z } from 'zod'

export const urlSetting = z.union([
  z.literal(''),
  z
    .string()
    .trim()
    .max(2000)
    .regex(/^(https?:\/\/|\/(?!\/))/),
])
