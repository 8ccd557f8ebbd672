/** Schemas shared by many endpoints. */
import { z } from 'zod'

/** Ids are bigint in PostgreSQL and stay far below 2^53. */
export const idSchema = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)
/** An id in a path or query string. */
export const idParam = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
export const teamParams = z.object({ teamId: idParam })
export const dateTimeSchema = z.string().meta({ format: 'date-time', description: 'ISO 8601 in UTC' })
export const languageSchema = z.enum(['en', 'es', 'fr'])
export type Language = z.infer<typeof languageSchema>
export const languages = languageSchema.options
/** Translations of a text; the field's own column holds the team's default language. */
export const translationsSchema = z.partialRecord(languageSchema, z.string().max(2000))
export type Translations = z.infer<typeof translationsSchema>
/** Query-string booleans as the spec writes them: 1 or 0. */
export const flagParam = z.enum(['0', '1', 'true', 'false']).transform((v) => v === '1' || v === 'true')
