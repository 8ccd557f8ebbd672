/**
 * The error catalogue: every code the API can answer with and its status; texts are the locale keys `errors:<code>`.
 */
import { z } from 'zod'
import { webPictureProblems } from './files/pictures.ts'

export const errorCatalogue = {
  validation_failed: 400,
  bad_json: 400,
  filter_invalid: 400,
  cursor_invalid: 400,
  not_signed_in: 401,
  token_invalid: 401,
  sign_in_failed: 401,
  email_not_verified: 403,
  code_wrong: 401,
  sign_in_expired: 401,
  oidc_failed: 401,
  oidc_refused: 401,
  oidc_email_unverified: 403,
  oidc_unknown_person: 403,
  mail_domain_refused: 403,
  account_locked: 403,
  access_denied: 403,
  origin_not_allowed: 403,
  token_not_allowed: 403,
  not_found: 404,
  method_not_allowed: 405,
  version_conflict: 409,
  idempotency_key_reused: 409,
  request_running: 409,
  already_done: 409,
  already_undone: 409,
  undo_expired: 409,
  job_not_ready: 409,
  in_use: 409,
  email_already_linked: 409,
  name_taken: 409,
  fixed_role: 409,
  own_account: 409,
  seeing_as: 403,
  last_admin: 409,
  last_sys_admin: 409,
  webhook_ended: 409,
  wizard_closed: 409,
  wizard_not_live: 409,
  wizard_full: 409,
  run_moved_on: 409,
  run_ended: 409,
  link_used: 409,
  proof_invalid: 403,
  code_expired: 410,
  too_many_files: 422,
  message_status: 409,
  message_problems: 409,
  message_no_recipients: 409,
  mail_refused: 502,
  record_quota: 409,
  storage_quota: 409,
  user_quota: 409,
  backup_external: 409,
  backup_no_passphrase: 409,
  backup_running: 409,
  link_expired: 410,
  payload_too_large: 413,
  file_too_large: 413,
  unsupported_file: 415,
  file_empty: 422,
  image_too_large: 422,
  picture_unavailable: 422,
  file_not_text: 422,
  file_encoding: 422,
  file_quoting: 422,
  file_line_too_long: 422,
  file_unpacks_too_large: 422,
  file_workbook_broken: 422,
  file_old_workbook: 415,
  cell_too_long: 422,
  rate_limited: 429,
  internal: 500,
  not_ready: 503,
  read_too_slow: 503,
  unavailable: 503,
  oidc_unavailable: 503,
  insufficient_storage: 507,
  busy: 503,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorCatalogue
export const errorCodeSchema = z.enum(Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]])

/** Codes for one bad value; the locale key is `errors:field.<code>`, params are the text's placeholders. */
export const fieldErrorCodes = [
  'required',
  'wrong_type',
  'not_text',
  'not_a_number',
  'not_an_integer',
  'too_many_digits',
  'out_of_range',
  'too_short',
  'too_long',
  'too_small',
  'too_big',
  'too_many',
  'too_many_new_items',
  'pattern',
  'not_unique',
  'not_an_email',
  'not_a_phone_number',
  'not_a_url',
  'webhook_address',
  'host_not_public',
  'not_a_date',
  'not_a_date_time',
  'range_reversed',
  'not_a_boolean',
  'not_a_currency',
  'wrong_currency',
  'unknown_choice',
  'unknown_record',
  'unknown_collection',
  'smart_members',
  'unknown_file',
  'file_kind',
  'file_size',
  'logo_shape',
  ...webPictureProblems.map((problem) => `picture_${problem}` as const),
  'not_a_video',
  'not_an_icon',
  'not_a_country',
  'unknown_field',
  'read_only',
  'several_matches',
  'no_match',
  'default_gone',
  'duplicate_in_file',
  'email_linked',
  'unknown_role',
  'role_not_assignable',
  'mail_limit',
  'mail_domain',
  'oidc_address',
  'oidc_no_answer',
  'oidc_other_issuer',
  'view_name_taken',
  'view_name_field_missing',
  'view_without_fields',
  'view_field_missing',
  'view_field_gone',
  'view_field_kind',
  'not_readable',
  'shows_unreadable',
  'view_type_not_public',
  'wizard_beyond_author',
  'css_broken',
  'css_not_allowed',
  'invalid',
] as const
export type FieldErrorCode = (typeof fieldErrorCodes)[number]

export const fieldErrorSchema = z
  .object({
    /** A dotted path into the body, e.g. `values.email` or `rows.3.values.email`. */
    path: z.string(),
    code: z.enum(fieldErrorCodes),
    params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  })
  .meta({ id: 'FieldError' })
export type FieldError = z.infer<typeof fieldErrorSchema>

/** RFC 9457 problem details with our `code` and, for bad input, one entry per bad value. */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    code: errorCodeSchema,
    detail: z.string().optional(),
    requestId: z.string().optional(),
    errors: z.array(fieldErrorSchema).optional(),
    /** Details for the text or the screen, e.g. both values of a version conflict. */
    params: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'Problem' })
export type Problem = z.infer<typeof problemSchema>

/** Thrown by services; the server's one error handler turns it into a problem document. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly errors: readonly FieldError[]
  readonly params: Record<string, unknown>

  constructor(
    code: ErrorCode,
    options: {
      errors?: readonly FieldError[]
      params?: Record<string, unknown>
      detail?: string
      cause?: unknown
    } = {},
  ) {
    super(options.detail ?? code, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.errors = options.errors ?? []
    this.params = options.params ?? {}
  }

  get status(): number {
    return errorCatalogue[this.code]
  }
}
