/** One uploaded picture. */
import { z } from 'zod'
import { fileType, maxSizeSetting } from './common/files.ts'

export const singleImage = fileType({
  type: 'single_image',
  settings: z.strictObject({ maxSizeMb: maxSizeSetting }),
  kinds: () => ['image'],
})
