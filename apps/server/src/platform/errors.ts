/** Translates internal errors to errors of the catalogue. The table of constraint names is here only. */
import {
  AppError,
  type ErrorCode,
  type FieldError,
  type FieldErrorCode,
  fieldErrorCodes,
} from '@muster/contract/errors'
import type { z } from 'zod'

/** Constraints of the platform's tables by name: the error code and the field of the request. */
const constraints: Record<string, { code: ErrorCode; path?: string; fieldCode?: FieldErrorCode }> = {
  data_collection_name: { code: 'name_taken', path: 'name' },
  data_collection_table: { code: 'name_taken', path: 'name' },
  data_field_data_collection_id_column_name_key: { code: 'name_taken', path: 'columnName' },
  data_view_name: { code: 'name_taken', path: 'internalName', fieldCode: 'view_name_taken' },
  data_view_personal_name: { code: 'name_taken', path: 'internalName', fieldCode: 'view_name_taken' },
  message_template_name: { code: 'name_taken', path: 'internalName' },
  data_wizard_name: { code: 'name_taken', path: 'name' },
  message_sender_name: { code: 'name_taken', path: 'name' },
  user_role_name: { code: 'name_taken', path: 'roleName' },
  team_user_email_linked: { code: 'email_already_linked', path: 'email' },
}

interface DatabaseError {
  code?: string
  /** The system call that failed, if one did. */
  syscall?: string
  constraint?: string
  message?: string
  cause?: unknown
}

/** PostgreSQL is starting, stopping or full (classes 57 and 53), or a server cannot be reached. */
const lostCodes = [
  '53300',
  '57P01',
  '57P02',
  '57P03',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
]

/** Errors of pg without a code, for a broken connection. */
const lostMessage = /^(Connection terminated|Client has encountered a connection error)/

/** The disk of PostgreSQL or of the files is full. */
const noSpaceCodes = ['53100', 'ENOSPC']

/** Whether there is no socket: a server that has stopped, or not started yet, has none. */
export const isWithoutSocket = ({ code, syscall }: { code?: string; syscall?: string }): boolean =>
  code === 'ENOENT' && syscall === 'connect'

/** Whether the connection to the database or storage was lost, as opposed to an error of the statement. */
function isConnectionLost({ code, syscall, message, cause }: DatabaseError): boolean {
  if (isWithoutSocket({ code, syscall })) return true
  if (lostCodes.includes(code ?? '') || lostMessage.test(message ?? '')) return true
  return cause instanceof Error && isConnectionLost(cause)
}

/** The catalogue's error for a known database error, else the error itself. */
export function translateError(error: unknown): unknown {
  if (error instanceof AppError) return error
  if (noSpaceCodes.includes((error as DatabaseError).code ?? '')) {
    return new AppError('insufficient_storage', { cause: error })
  }
  if (isConnectionLost(error as DatabaseError)) return new AppError('unavailable', { cause: error })
  const { constraint } = error as DatabaseError
  const translation = constraint ? constraints[constraint] : undefined
  if (!translation) return error
  const { code, path, fieldCode = 'not_unique' } = translation
  return new AppError(code, {
    errors: path ? [{ path, code: fieldCode }] : [],
    cause: error,
  })
}

/** Whether PostgreSQL rejected a duplicate, optionally by a specific constraint or index. */
export function isDuplicate(error: unknown, constraint?: string): boolean {
  const { code, constraint: violated } = error as DatabaseError
  return code === '23505' && (!constraint || constraint === violated)
}

/**
 * Whether PostgreSQL rolled a statement back because of its values or of what others wrote: data exceptions, violated
 * constraints, and transactions that must be repeated (classes 22, 23 and 40 of its error codes).
 */
export function isRefusal(error: unknown): boolean {
  return /^(22|23|40)/.test((error as DatabaseError).code ?? '')
}

/** Invalid input as the catalogue's validation_failed, one entry per issue. */
export function validationError(error: z.ZodError, at: string): AppError {
  return new AppError('validation_failed', {
    errors: error.issues.flatMap((issue) => fieldErrors(issue, at)),
  })
}

function fieldErrors(issue: z.core.$ZodIssue, at: string): FieldError[] {
  const path = [at, ...issue.path].filter((part) => part !== '').join('.')
  switch (issue.code) {
    case 'invalid_type':
      return [{ path, code: issue.input === undefined || issue.input === null ? 'required' : 'wrong_type' }]
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return [{ path, code: 'required' }]
      return [
        {
          path,
          code: issue.origin === 'string' ? 'too_short' : 'too_small',
          params: { min: Number(issue.minimum) },
        },
      ]
    case 'too_big':
      return [
        {
          path,
          code: issue.origin === 'string' ? 'too_long' : 'too_big',
          params: { max: Number(issue.maximum) },
        },
      ]
    case 'invalid_format':
      return [{ path, code: issue.format === 'email' ? 'not_an_email' : 'pattern' }]
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({ path: path ? `${path}.${key}` : key, code: 'unknown_field' }))
    case 'custom':
      return [{ path, code: customCode(issue.params?.code) }]
    default:
      return [{ path, code: 'invalid' }]
  }
}

/** A schema of the contract may set a code itself. */
function customCode(code: unknown): FieldErrorCode {
  return fieldErrorCodes.find((known) => known === code) ?? 'invalid'
}
