/** Several uploaded pictures, in an order. */
import { z } from 'zod'
import { filesType, maxFilesSetting, maxSizeSetting } from './common/files.ts'

export const multiImage = filesType({
  type: 'multi_image',
  settings: z.strictObject({ maxSizeMb: maxSizeSetting, maxCount: maxFilesSetting }),
  kinds: () => ['image'],
})
