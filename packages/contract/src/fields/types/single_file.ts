/** One uploaded file. */
import { z } from 'zod'
import { fileType, kindsSetting, maxSizeSetting } from './common/files.ts'

export const singleFile = fileType({
  type: 'single_file',
  settings: z.strictObject({ allowedKinds: kindsSetting, maxSizeMb: maxSizeSetting }),
  kinds: ({ allowedKinds }) => allowedKinds,
})
