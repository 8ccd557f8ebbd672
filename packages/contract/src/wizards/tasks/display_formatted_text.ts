/** Shows text, with the values of variables: `{{ visitor.name }}`. */
import { z } from 'zod'
import { translationsSchema } from '../../paging.ts'
import { checkVariables } from './common.ts'
import type { WizardTaskType } from './definition.ts'

const longTranslations = z.partialRecord(z.enum(['en', 'es', 'fr']), z.string().max(20_000))

const settings = z.strictObject({
  /** Sanitised HTML. */
  textToDisplayValue: z.string().max(20_000).default(''),
  textToDisplayTranslations: longTranslations.default({}),
  /** Shown on a page of its own; otherwise above the next question of the step. */
  showsAlone: z.boolean().default(false),
  /** Text of the button of its own page; empty: "Next". */
  buttonLabel: z.string().trim().max(100).default(''),
  buttonLabelTranslations: translationsSchema.default({}),
})
export type TextSettings = z.output<typeof settings>

const placeholder = /\{\{\s*([a-z][a-z0-9_]*(?:\.[a-z0-9_@]+)?)\s*\}\}/g

/** Names of the variables that a text shows. */
export const namesInText = (text: string): string[] =>
  [...text.matchAll(placeholder)].map((match) => match[1]!)

/** Replaces the variables of a text. @param textFor gives text that is safe where it is put */
export const fillText = (text: string, textFor: (name: string) => string): string =>
  text.replace(placeholder, (_all, name: string) => textFor(name))

export const displayFormattedText: WizardTaskType<TextSettings> = {
  type: 'display_formatted_text',
  group: 'display_data_collection',
  settings,
  effect: 'none',
  asks: () => true,
  gives: () => null,
  reads: ({ textToDisplayValue, textToDisplayTranslations }) =>
    [textToDisplayValue, ...Object.values(textToDisplayTranslations)].flatMap(namesInText),
  needs: () => [],
  check: (s, context) => [
    ...(s.textToDisplayValue.replace(/<[^>]*>/g, '').trim() === ''
      ? [{ path: 'textToDisplayValue', code: 'text_required' as const }]
      : []),
    ...checkVariables(
      displayFormattedText.reads(s).map((name) => name.replace(/\.@name$/, '')),
      context,
      'textToDisplayValue',
    ),
  ],
}
