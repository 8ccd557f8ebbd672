/** Several uploaded files, in an order. */
import { z } from 'zod'
import { filesType, kindsSetting, maxFilesSetting, maxSizeSetting } from './common/files.ts'

export const multiFile = filesType({
  type: 'multi_file',
  settings: z.strictObject({
    allowedKinds: kindsSetting,
    maxSizeMb: maxSizeSetting,
    maxCount: maxFilesSetting,
  }),
  kinds: ({ allowedKinds }) => allowedKinds,
})
