/** Asks for a value, or sets one, that the rest of the run can use; nothing stores it. */
import { z } from 'zod'
import { dataTypes } from '../../fields/families.ts'
import { translationsSchema } from '../../paging.ts'
import { variablesIn } from '../variables.ts'
import { checkValue } from './common.ts'
import { valueSourceSchema, type WizardTaskType } from './definition.ts'

const settings = z.strictObject({
  tempVariableLabel: z.string().trim().max(200).default(''),
  tempVariableLabelTranslations: translationsSchema.default({}),
  tempVariableDataType: z.enum(dataTypes).default('plain_text'),
  /** Settings of the type, as a field has them. */
  tempFieldSettings: z.record(z.string(), z.unknown()).default({}),
  /** What it is, or what the input begins with; a literal or a variable. */
  tempVariableValue: valueSourceSchema.optional(),
  asksUser: z.boolean().default(true),
  isRequired: z.boolean().default(true),
  helpText: z.string().max(500).default(''),
  helpTextTranslations: translationsSchema.default({}),
  mayPrefill: z.boolean().default(false),
})
export type TempVariableSettings = z.output<typeof settings>

export const createTempVariable: WizardTaskType<TempVariableSettings> = {
  type: 'create_temp_variable',
  group: 'collect_user_input',
  settings,
  effect: 'none',
  asks: ({ asksUser }) => asksUser,
  gives: ({ tempVariableDataType, tempFieldSettings }) => ({
    dataType: tempVariableDataType,
    settings: tempFieldSettings,
  }),
  reads: ({ tempVariableValue }) => variablesIn(tempVariableValue),
  needs: () => [],
  check: (s, context) => [
    ...(s.asksUser && s.tempVariableLabel === ''
      ? [{ path: 'tempVariableLabel', code: 'text_required' as const }]
      : []),
    ...checkValue(
      s.tempVariableValue,
      { dataType: s.tempVariableDataType, settings: s.tempFieldSettings },
      context,
      'tempVariableValue',
    ),
  ],
}
