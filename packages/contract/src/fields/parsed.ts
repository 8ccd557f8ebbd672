/** Helpers for the result of parsing a value. */
import type { FieldErrorCode } from '../errors.ts'
import type { Parsed } from './definition.ts'

export function ok<V>(value: V | null): Parsed<V> {
  return { ok: true, value }
}

export function bad(
  code: FieldErrorCode,
  params?: Record<string, string | number>,
): { ok: false; code: FieldErrorCode; params?: Record<string, string | number> } {
  return params ? { ok: false, code, params } : { ok: false, code }
}

/** `null`, blank text and empty lists all mean that there is no value. */
export function isEmptyInput(input: unknown): boolean {
  if (input === null || input === undefined) return true
  if (typeof input === 'string') return input.trim() === ''
  return Array.isArray(input) && input.length === 0
}

export function emptyToNull(input: unknown): unknown {
  return isEmptyInput(input) ? null : input
}

export function isObject(input: unknown): input is Record<string, unknown> {
  return typeof input === 'object' && input !== null && !Array.isArray(input)
}
