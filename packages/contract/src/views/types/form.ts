/** A form that adds a record: the displayed fields are its questions. */
import { z } from 'zod'
import { idSchema, translationsSchema } from '../../paging.ts'
import { viewType } from './definition.ts'

export const formSchema = z.strictObject({
  /** If empty, the name of the view. */
  title: z.string().trim().max(200).default(''),
  titleTranslations: translationsSchema.default({}),
  /** Above the questions. */
  text: z.string().trim().max(500).default(''),
  textTranslations: translationsSchema.default({}),
  /** If empty, "Send" in the reader's language. */
  buttonLabel: z.string().trim().max(100).default(''),
  buttonLabelTranslations: translationsSchema.default({}),
  /** After sending; if empty, a short thank-you in the reader's language. */
  doneText: z.string().trim().max(500).default(''),
  doneTextTranslations: translationsSchema.default({}),
  /** The wizard that asks the same in public; null if there is none. It may have been deleted. */
  dataWizardId: idSchema.nullable().default(null),
})
export type FormSettings = z.output<typeof formSchema>

export const form = viewType({
  settings: { form: formSchema },
  defaults: { form: formSchema.parse({}) },
  options: {},
  fieldKinds: {},
  neededField: null,
  reads: 'nothing',
  hasGroups: false,
})
