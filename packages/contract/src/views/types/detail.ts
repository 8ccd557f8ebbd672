/** One record with its fields in blocks. */
import { z } from 'zod'
import { idSchema, translationsSchema } from '../../paging.ts'
import { urlSetting } from '../url-setting.ts'
import { viewType } from './definition.ts'

export const detail = viewType({
  settings: {
    /** The field whose value identifies the record in the URL; null: its id. */
    urlDataFieldId: idSchema.nullable(),
    /** Where to redirect, or what to show, if there is no such record. */
    missingRecordRedirectUrl: urlSetting,
    missingRecordMessage: z.string().max(500),
    missingRecordMessageTranslations: translationsSchema,
  },
  defaults: {
    urlDataFieldId: null,
    missingRecordRedirectUrl: '',
    missingRecordMessage: '',
    missingRecordMessageTranslations: {},
  },
  options: {},
  fieldKinds: {
    urlDataFieldId: [
      'plain_text',
      'code',
      'number',
      'url',
      'email_address',
      'phone_number',
      'single_selection_from_list',
    ],
  },
  neededField: null,
  reads: 'pages',
  hasGroups: false,
})
